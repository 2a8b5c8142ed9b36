import type { ReportDraft } from '#domain/report.ts';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { reportCopy } from '#web/copy/report.ts';
import { ReportForm } from './report-form.tsx';
import type { ReportableArticle } from './reports.ts';

interface ReportDialogProps extends BaseDialogProps {
  article: ReportableArticle;
  /** The initial values of the form whenever the dialog opens. */
  draft: ReportDraft;
  /**
   * Number of times that the dialog has been opened. It is the form's React key, so that each opening starts with a new
   * form.
   */
  opening: number;
  /** Called with the form's content if the session has ended. */
  onSessionEnd: (typed: ReportDraft) => void;
}

/** The dialog in which readers report an article. */
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
