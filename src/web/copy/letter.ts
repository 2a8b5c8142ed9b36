/** UI text for the weekly letter setting. */
export const letterCopy = {
  title: 'Weekly letter',
  name: 'Weekly letter',
  text: 'New articles by the authors you follow, and two of today’s, by email every Tuesday morning. Nothing in it is tracked.',
  timeZone: (zone: string) => `It’s sent in the morning of ${zone}.`,
  checkMail: (email: string) => `Check your mail to confirm. We’ve sent a link to ${email}.`,
  sendAgain: 'Send the link again',
  sendingAgain: 'Sending…',
  sentAgain: 'We’ve sent the link again.',
  bounced:
    'We ended the letter because your mail server rejected our mail. Switch it on to try again.',
  failed: 'Failed to save this setting. Please try again.',
  loadFailed: 'We couldn’t load this setting.',
  tryAgain: 'Try Again',
} as const;
