import type { ReportDraft } from '#domain/report.ts';
import { Dialog, type DialogState } from '#ui/dialog.tsx';
import { reportCopy } from '#web/copy/report.ts';
import { ReportForm } from './report-form.tsx';
import type { ReportedArticle } from './reports.ts';

interface ReportDialogProps extends DialogState {
  article: ReportedArticle;
  /** What it starts with each time it opens. */
  draft: ReportDraft;
  /** Which opening this is: nothing is left of the one before, not even while it is closing. */
  opening: number;
  /** The server knows the reader no more; they have typed this. */
  onSessionEnd: (typed: ReportDraft) => void;
}

/** Asks what is wrong with an article. */
export function ReportDialog(props: ReportDialogProps) {
  const { article, draft, opening, onSessionEnd, ...dialog } = props;
  return (
    <Dialog {...dialog} title={reportCopy.title} description={reportCopy.question(article.title)}>
      <ReportForm
        key={opening}
        article={article}
        draft={draft}
        onSent={dialog.onClose}
        onSessionEnd={onSessionEnd}
      />
    </Dialog>
  );
}
