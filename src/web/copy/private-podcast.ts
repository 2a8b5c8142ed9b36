/** UI text for the private podcast dialog. */
export const privatePodcastCopy = {
  title: 'Private podcast',
  description:
    'Whole narrations of new articles in your podcast app, read by your narrator. Create an address and add it to the app as a podcast by URL. Keep it to yourself: anyone who has it can listen.',
  create: 'Create an address',
  creating: 'Creating…',
  shownOnce: 'Copy it now: we can’t show it again.',
  copyAddress: 'Copy address',
  since: (date: string) =>
    `Your podcast has been on since ${date}. We can’t show its address again. If you’ve lost it, create a new one; the old one then stops.`,
  replace: 'New address',
  switchOff: 'Switch off',
  switchingOff: 'Switching off…',
  created: 'Your new address is ready. A previous one no longer works.',
  switchedOff: 'Your private podcast is off. Its address no longer works.',
  failed: 'Failed to change your podcast. Please try again.',
  loadFailed: 'We couldn’t load this setting.',
  tryAgain: 'Try Again',
} as const;
