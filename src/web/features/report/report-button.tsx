import { useCallback, useEffect, useState } from 'react';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { ReportDraft } from '#domain/report.ts';
import { Icon } from '#ui/icons.tsx';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts';
import { consumeIntent } from '#web/reader/intents.ts';
import { promptSignIn } from '#web/reader/prompt.ts';
import { readCurrentReader, useReader } from '#web/reader/session.ts';
import styles from './report-button.module.css';
import type { ReportableArticle } from './reports.ts';

const loadDialog = () => import('./report-dialog.tsx').then((chunk) => chunk.ReportDialog);

const EMPTY_DRAFT: ReportDraft = { reason: '', explanation: '' };

/**
 * The button that opens the form to report an article. A signed-out visitor is asked to sign in first, and the form
 * opens when they return. If the session ends while the form is open, the form reopens with the typed text after
 * signing in.
 */
export function ReportButton({ article }: { article: ReportableArticle }) {
  const { authorAlias, id } = article;
  const reader = useReader();
  const { Dialog, state, open } = useLazyDialog(loadDialog, ERROR_MESSAGES.reportFailed);
  const [openingCount, setOpeningCount] = useState(0);
  const [draft, setDraft] = useState(EMPTY_DRAFT);

  const openWith = useCallback(
    (initialDraft: ReportDraft) => {
      setDraft(initialDraft);
      setOpeningCount((count) => count + 1);
      open();
    },
    [open],
  );

  useEffect(() => {
    const intent = reader && consumeIntent('report');
    if (intent?.article.id === id)
      openWith({ reason: intent.reason, explanation: intent.explanation });
  }, [reader, id, openWith]);

  function promptSignInWithDraft(typedDraft: ReportDraft) {
    promptSignIn({ action: 'report', article: { authorAlias, id }, ...typedDraft });
  }

  return (
    <>
      <button
        ref={state.opener}
        className={`needs-js ${styles.report}`}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={state.isOpen}
        onClick={() => (readCurrentReader() ? openWith(draft) : promptSignInWithDraft(draft))}
      >
        <Icon name="flag" small />
        {sharedControlsCopy.report}
      </button>
      {Dialog && (
        <Dialog
          {...state}
          article={article}
          draft={draft}
          opening={openingCount}
          onClose={() => {
            state.onClose();
            setDraft(EMPTY_DRAFT);
          }}
          onSessionEnd={(typed) => {
            state.onClose();
            setDraft(typed);
            // When the sign-in prompt closes, it returns focus to the element that was focused before. The elements of
            // this dialog no longer exist at that point, so the report button is focused first.
            state.opener.current?.focus();
            promptSignInWithDraft(typed);
          }}
        />
      )}
    </>
  );
}
