import { z } from 'zod';
import { hasAtMostCharacters } from './characters.ts';
import {
  hasRequiredExplanation,
  REPORT_EXPLANATION_MAX,
  REPORT_REASONS,
  type ReportReason,
} from './report.ts';

/**
 * A report as it travels; its explanation comes out trimmed. The form asks `isReport`, which says the same
 * without zod: 23 KB, and a try at `eval` that the content security policy reports.
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
      // PostgreSQL holds any character but this one.
      .regex(/^[^\0]*$/, 'must be text')
      .default(''),
  })
  .refine(hasRequiredExplanation, {
    path: ['explanation'],
    error: 'must say what is wrong when the reason is OTHER',
  });
