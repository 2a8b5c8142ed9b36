import { useCallback, useEffect, useRef, useState } from 'react';
import { MESSAGES } from '#domain/messages.ts';
import type { ReportDraft } from '#domain/report.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { logError } from '#web/lib/error-reports.ts';
import { takeIntent } from '#web/lib/intents.ts';
import { askToSignIn } from '#web/lib/prompts.ts';
import { currentReader, useReader } from '#web/lib/session.ts';
import { Icon } from '#web/ui/icons.tsx';
import { showToast } from '#web/ui/toast.tsx';
import styles from './report-button.module.css';
import type { ReportedArticle } from './reports.ts';

/** The dialog and what is under it weigh 22 KB: they come when first needed. */
const loadDialog = () =>
  loadChunk(import('./report-dialog.tsx').then(({ ReportDialog }) => ReportDialog));
type Dialog = Awaited<ReturnType<typeof loadDialog>>;

const EMPTY: ReportDraft = { reason: '', explanation: '' };

/**
 * Opens the form that reports an article. Signed out, it asks to sign in first, and opens on coming back;
 * what was typed when a session ended over it is there again.
 */
export function ReportButton({ article }: { article: ReportedArticle }) {
  const { authorAlias, id } = article;
  const reader = useReader();
  const button = useRef<HTMLButtonElement>(null);
  const [Dialog, setDialog] = useState<Dialog>();
  const [isOpen, setIsOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const [draft, setDraft] = useState(EMPTY);

  const open = useCallback(async (start: ReportDraft) => {
    try {
      const loaded = await loadDialog();
      setDialog(() => loaded);
      setDraft(start);
      setOpenings((count) => count + 1);
      setIsOpen(true);
    } catch (error) {
      logError(error, 'The report dialog could not be loaded');
      showToast({ kind: 'error', text: MESSAGES.reportFailed });
    }
  }, []);

  useEffect(() => {
    const intent = reader && takeIntent('report');
    if (intent?.article.id === id) open({ reason: intent.reason, explanation: intent.explanation });
  }, [reader, id, open]);

  function askFirst(wanted: ReportDraft) {
    askToSignIn({ action: 'report', article: { authorAlias, id }, ...wanted });
  }

  return (
    <>
      <button
        ref={button}
        className={`needs-js ${styles.report}`}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (currentReader() ? open(draft) : askFirst(draft))}
      >
        <Icon name="flag" small />
        Report this article
      </button>
      {Dialog && (
        <Dialog
          article={article}
          draft={draft}
          opening={openings}
          opener={button}
          isOpen={isOpen}
          onClose={() => {
            setIsOpen(false);
            setDraft(EMPTY);
          }}
          onSessionEnd={(typed) => {
            setIsOpen(false);
            setDraft(typed);
            // What asks next gives the focus back to where it was.
            button.current?.focus();
            askFirst(typed);
          }}
        />
      )}
    </>
  );
}
