/**
 * Types of feedback about an article. A reader can give an article only one type of feedback at a time (spec 3 and 4).
 * The API identifies a type by its key, such as `EYE_OPENING`, and the database by its `code`.
 */
export const FEEDBACK_TYPE_DETAILS = {
  THOUGHT_PROVOKING: {
    code: 'tp',
    label: 'Thought-provoking',
    description: "This made me pause and think in a way I hadn't before",
  },
  EYE_OPENING: {
    code: 'eo',
    label: 'Eye-opening',
    description: 'This showed me something I had no idea about',
  },
  PRACTICAL: {
    code: 'pr',
    label: 'Practical',
    description: 'This gave me something I can use',
  },
  INTRIGUING: {
    code: 'in',
    label: 'Intriguing',
    description: 'This left me wanting to know more',
  },
} as const;

export type FeedbackType = keyof typeof FEEDBACK_TYPE_DETAILS;
