import { z } from 'zod';

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

export const REPORT_EXPLANATION_MAX = 250;

/** A reason; the explanation is optional, but `OTHER` needs one (spec 5). */
export const reportSchema = z
  .strictObject({
    reason: z.enum(Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]),
    explanation: z.string().trim().max(REPORT_EXPLANATION_MAX).default(''),
  })
  .refine(({ reason, explanation }) => reason !== 'OTHER' || explanation !== '', {
    path: ['explanation'],
    error: 'Tell us what is wrong when you choose Other.',
  });
