import { type FormEvent, useRef, useState } from 'react';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import {
  isValidReport,
  type ReaderReport,
  type ReportDraft,
  TOO_MANY_REPORTS_MESSAGE,
} from '#domain/report.ts';
import { ApiError } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { reportCopy } from '#web/copy/report.ts';
import { ExplanationField, ReasonField } from './report-fields.tsx';
import styles from './report-form.module.css';
import { type ReportableArticle, sendReaderReport } from './reports.ts';

interface ReportFormProps {
  article: ReportableArticle;
  /** The initial values of the form's fields. */
  draft: ReportDraft;
  onSent: () => void;
  onSessionEnd: (draftReport: ReportDraft) => void;
}

/** The form to report an article, with a reason and an explanation. */
export function ReportForm({ article, draft, onSent, onSessionEnd }: ReportFormProps) {
  const [reason, setReason] = useState(draft.reason);
  const [explanation, setExplanation] = useState(draft.explanation);
  const draftReport = { reason, explanation };
  const [isPending, setIsPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function send(report: ReaderReport) {
    setIsPending(true);
    try {
      await sendReaderReport(article, report);
      showToast({ kind: 'success', text: reportCopy.sent });
      // If the reader has closed and reopened the dialog during the request, the reopened dialog must stay open.
      if (form.current) onSent();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) onSessionEnd(report);
      else showToast(describeFailure(error));
    }
    setIsPending(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isValidReport(draftReport) && !isPending) send(draftReport);
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      <ReasonField chosen={reason} onChoose={setReason} />
      <ExplanationField
        text={explanation}
        isRequired={reason === 'OTHER'}
        onType={setExplanation}
      />
      <button
        className="btn btn-red btn-l"
        type="submit"
        disabled={!isValidReport(draftReport)}
        aria-disabled={isPending}
      >
        {isPending ? reportCopy.submitting : reportCopy.submit}
      </button>
    </form>
  );
}

/** Returns the toast to show after a report could not be sent (spec 8). */
function describeFailure(error: unknown): { kind: 'warning' | 'error'; text: string } {
  const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' };
  if (status === 429)
    return {
      kind: 'warning',
      text: GENERIC_MESSAGES.includes(message) ? TOO_MANY_REPORTS_MESSAGE : message,
    };
  return { kind: 'error', text: status === 400 ? message : ERROR_MESSAGES.reportFailed };
}

/**
 * Error messages in generic 429 responses, for example from a proxy. They do not name the limit, so a specific message
 * is shown instead.
 */
const GENERIC_MESSAGES: readonly string[] = ['Too Many Requests', ERROR_MESSAGES.unknownError];
