import { z } from 'zod';
import { FEEDBACK_TYPES, type FeedbackType } from './feedback.ts';

/** A submitted feedback type. Separate from the table, which every article loads: zod stays on the server. */
export const feedbackTypeSchema = z.enum(
  Object.keys(FEEDBACK_TYPES) as [FeedbackType, ...FeedbackType[]],
  { error: 'is not a kind of feedback' },
);
