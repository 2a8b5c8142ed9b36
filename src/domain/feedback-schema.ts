import { z } from 'zod';
import { FEEDBACK_TYPES, type FeedbackType } from './feedback.ts';

/** A feedback type as it travels. Apart from the table, which every article shows: zod stays with the server. */
export const feedbackTypeSchema = z.enum(
  Object.keys(FEEDBACK_TYPES) as [FeedbackType, ...FeedbackType[]],
  { error: 'is not a kind of feedback' },
);
