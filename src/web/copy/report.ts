/** UI text for the dialog that reports an article. */
export const reportCopy = {
  title: 'Report this article',
  question: (title: string) => `What’s wrong with “${title}”?`,
  reason: 'Reason',
  explanation: 'Explanation',
  required: '(required)',
  optional: '(optional)',
  explanationMissing: 'Tell us what’s wrong.',
  characters: 'characters',
  submit: 'Submit',
  submitting: 'Submitting...',
  /** Toast whose exact wording the product specification defines (spec 8). */
  sent: 'Report submitted successfully. Thank you for your feedback!',
} as const;
