import { hasAtMostCharacters } from './characters.ts';

/** Why a reader reports an article (spec 3). Names travel, codes are stored. */
export const REPORT_REASONS = {
  SPAM: { code: 'spam', label: 'Spam' },
  HARASSMENT: { code: 'harassment', label: 'Harassment' },
  MISINFORMATION: { code: 'misinformation', label: 'Misinformation' },
  INAPPROPRIATE: { code: 'inappropriate', label: 'Inappropriate content' },
  COPYRIGHT: { code: 'copyright', label: 'Copyright violation' },
  OTHER: { code: 'other', label: 'Other' },
} as const;

export type ReportReason = keyof typeof REPORT_REASONS;

/** Longest explanation in characters, after trimming (spec 5 and 9). */
export const REPORT_EXPLANATION_MAX = 250;

/** Shown to a reader who has sent too many reports (spec 8). */
export const TOO_MANY_REPORTS = 'Too many reports. Please try again later.';

export interface Report {
  reason: ReportReason;
  explanation: string;
}

/** A report being written: no reason is chosen at first. */
export interface ReportDraft {
  reason: ReportReason | '';
  explanation: string;
}

/** Whether a draft can be sent (spec 5). `report-schema.ts` holds what arrives to the same rules. */
export function isReport(draft: ReportDraft): draft is Report {
  const { reason, explanation } = draft;
  return (
    reason !== '' &&
    hasAtMostCharacters(REPORT_EXPLANATION_MAX)(explanation.trim()) &&
    hasRequiredExplanation(draft)
  );
}

/** The explanation is optional, but `OTHER` says nothing without one (spec 5). */
export function hasRequiredExplanation({ reason, explanation }: ReportDraft): boolean {
  return reason !== 'OTHER' || explanation.trim() !== '';
}
