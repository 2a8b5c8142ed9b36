/**
 * UI text for the feedback question at the end of an article. Keep each confirmation shorter than the invitation that
 * it replaces, so that the feedback block's size does not change.
 */
export const feedbackCopy = {
  question: 'How did this one land?',
  invitation: 'Pick one. You can change it anytime.',
  removed: 'Removed. Pick another one anytime.',
  thanks: {
    THOUGHT_PROVOKING: 'Thanks. Enjoy mulling it over.',
    EYE_OPENING: 'Thanks. That’s what we hope for.',
    PRACTICAL: 'Thanks. Hope it comes in handy.',
    INTRIGUING: 'Thanks. Enjoy the rabbit hole.',
  },
} as const;
