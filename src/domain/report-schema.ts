import { z } from 'zod';
import { hasAtMostCharacters } from './characters.ts';
import {
  hasRequiredExplanation,
  REPORT_EXPLANATION_MAX,
  REPORT_REASONS,
  type ReportReason,
} from './report.ts';

/**
 * A submitted report; its explanation is trimmed. The form uses `isReport`, which applies the same rules
 * without zod: that saves 23 KB, and an `eval` that the content security policy would report.
 */
export const reportSchema = z
  .strictObject({
    reason: z.enum(Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]], {
      error: 'is not a reason for a report',
    }),
    explanation: z
      .string()
      .trim()
      .refine(
        hasAtMostCharacters(REPORT_EXPLANATION_MAX),
        `must be at most ${REPORT_EXPLANATION_MAX} characters`,
      )
      // PostgreSQL's text cannot contain NUL.
      .regex(/^[^\0]*$/, 'must be text')
      .default(''),
  })
  .refine(hasRequiredExplanation, {
    path: ['explanation'],
    error: 'must say what is wrong when the reason is OTHER',
  });
