import type { FeedbackType } from '#domain/feedback.ts';

/** The SVG path of the icon for each type of feedback, drawn for a 24 × 24 `viewBox`. */
export const FEEDBACK_ICON_PATHS: Readonly<Record<FeedbackType, string>> = {
  /** A spiral. */
  THOUGHT_PROVOKING:
    'M12 12.5a2.3 2.3 0 0 1-4.6 0 4.6 4.6 0 0 1 9.2 0 6.9 6.9 0 0 1-13.8 0 9.2 9.2 0 0 1 18.4 0 9 9 0 0 1-2.6 6.3',
  /** An eye. */
  EYE_OPENING:
    'M2 12c2.6-4.7 6-7 10-7s7.4 2.3 10 7c-2.6 4.7-6 7-10 7s-7.4-2.3-10-7M15.2 12a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0',
  /** A wrench from Lucide. Its license is in `ui/LUCIDE-ISC.txt`. */
  PRACTICAL:
    'M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 0l3.77-3.77a6 6 0 0 1-7.94 7.94l-6.91 6.91a2.12 2.12 0 0 1-3-3l6.91-6.91a6 6 0 0 1 7.94-7.94z',
  /** An open door. */
  INTRIGUING: 'M2 21h4m12 0h4M6 21V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v16M6 21l7-3V8L6 4M10 13v.01',
};
