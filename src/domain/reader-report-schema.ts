import { z } from 'zod';
import { createMaxCharactersPredicate } from './characters.ts';
import {
  hasRequiredExplanation,
  MAX_REPORT_EXPLANATION_LENGTH,
  REPORT_REASON_DETAILS,
  type ReportReason,
} from './report.ts';

/**
 * Schema for a reader's report about an article. It trims the explanation. The form uses `isValidReport` instead, which
 * applies the same rules without zod, except the rule against NUL characters. The form avoids zod for two reasons:
 * browsers load 23 KB less without it, and zod uses `eval`, which the content security policy forbids.
 */
export const readerReportSchema = z
  .strictObject({
    reason: z.enum(Object.keys(REPORT_REASON_DETAILS) as [ReportReason, ...ReportReason[]], {
      error: 'is not a reason for a report',
    }),
    explanation: z
      .string()
      .trim()
      .refine(
        createMaxCharactersPredicate(MAX_REPORT_EXPLANATION_LENGTH),
        `must be at most ${MAX_REPORT_EXPLANATION_LENGTH} characters`,
      )
      // PostgreSQL's `text` type cannot store NUL characters.
      .regex(/^[^\0]*$/, 'must be text')
      .default(''),
  })
  .refine(hasRequiredExplanation, {
    path: ['explanation'],
    error: 'must say what is wrong when the reason is OTHER',
  });
