import type { ReadingMinutesOfLastTwoWeeks } from '#domain/page.ts';
import type { ReadingRecord } from '#domain/reading.ts';

const formatMinutes = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/**
 * Names of the parts of an article where a reader may have stopped reading. A no-break space keeps a word and its
 * number on one line.
 */
const PARTS: Readonly<Record<ReadingRecord['section'], string>> = {
  'point-1': 'key point\u00a01',
  'point-2': 'key point\u00a02',
  'point-3': 'key point\u00a03',
  end: 'the end',
};

/** UI text for the reading history. */
export const historyCopy = {
  minutes: ({ lastWeek, weekBefore }: ReadingMinutesOfLastTwoWeeks) =>
    weekBefore
      ? `${formatMinutes(lastWeek)} of articles finished in the last seven days, ${weekBefore} in the seven before.`
      : `${formatMinutes(lastWeek)} of articles finished in the last seven days.`,
  continueAt: (section: ReadingRecord['section']) => `Continue at ${PARTS[section]}`,
  finished: 'Finished',
  remove: (title: string) => `Remove “${title}” from your history`,
  removed: (title: string) => `“${title}” was removed from your history.`,
  removeFailed: 'Failed to update your history. Please try again.',
  loadMoreFailed: 'Failed to load more of your history. Please try again.',
  clear: 'Clear history',
  clearQuestion: 'Clear your whole history? This can’t be undone.',
  clearConfirmed: 'Clear it',
  keep: 'Keep it',
  clearing: 'Clearing…',
  cleared: 'Your history is empty now.',
  switch: {
    title: 'Reading history',
    name: 'Keep a reading history',
    text: 'Records how far you read each article, so that you can go on where you stopped and aren’t offered it again. While it’s off, nothing is added. What’s already in your history stays until you clear it.',
    failed: 'Failed to save this setting. Please try again.',
    loadFailed: 'We couldn’t load this setting.',
    tryAgain: 'Try Again',
  },
  off: 'Your reading history is off',
  offNote: 'Your reading history is off, so articles you read aren’t added.',
  offText: 'Articles you read aren’t recorded, on any of your devices.',
  toSwitch: 'Change this in Settings',
  nothingTitle: 'Nothing read yet',
  nothingText: 'Articles you read while signed in appear here, so that you can find them again.',
} as const;
