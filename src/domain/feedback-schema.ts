import { z } from 'zod';
import { FEEDBACK_TYPE_DETAILS, type FeedbackType } from './feedback.ts';

/**
 * Schema for a submitted feedback type. It is separate from `feedback.ts`, so that article pages need not load
 * zod.
 */
export const feedbackTypeSchema = z.enum(
  Object.keys(FEEDBACK_TYPE_DETAILS) as [FeedbackType, ...FeedbackType[]],
  { error: 'is not a kind of feedback' },
);
