import { createMaxCharactersPredicate } from './characters.ts';

/**
 * Reasons for reporting an article (spec 3). The API identifies a reason by its key, such as `SPAM`, and the database
 * by its `code`.
 */
export const REPORT_REASON_DETAILS = {
  SPAM: { code: 'spam', label: 'Spam' },
  HARASSMENT: { code: 'harassment', label: 'Harassment' },
  MISINFORMATION: { code: 'misinformation', label: 'Misinformation' },
  INAPPROPRIATE: { code: 'inappropriate', label: 'Inappropriate content' },
  COPYRIGHT: { code: 'copyright', label: 'Copyright violation' },
  OTHER: { code: 'other', label: 'Other' },
} as const;

export type ReportReason = keyof typeof REPORT_REASON_DETAILS;

/** Maximum length of the explanation in a reader's report, in characters after trimming (spec 5 and 9). */
export const MAX_REPORT_EXPLANATION_LENGTH = 250;

/** Message for a reader who has sent too many reports about articles (spec 8). */
export const TOO_MANY_REPORTS_MESSAGE = 'Too many reports. Please try again later.';

export interface ReaderReport {
  reason: ReportReason;
  explanation: string;
}

/** A draft of a reader's report about an article. `reason` is empty until the reader chooses one. */
export interface ReportDraft {
  reason: ReportReason | '';
  explanation: string;
}

/**
 * Returns true if a reader's report is complete and can be sent (spec 5). `reader-report-schema.ts` applies the same
 * rules to submitted reports.
 */
export function isValidReport(draft: ReportDraft): draft is ReaderReport {
  const { reason, explanation } = draft;
  return (
    reason !== '' &&
    createMaxCharactersPredicate(MAX_REPORT_EXPLANATION_LENGTH)(explanation.trim()) &&
    hasRequiredExplanation(draft)
  );
}

/**
 * Returns true if a report has the explanation that its reason requires. Only `OTHER` requires one (spec 5).
 */
export function hasRequiredExplanation({ reason, explanation }: ReportDraft): boolean {
  return reason !== 'OTHER' || explanation.trim() !== '';
}
