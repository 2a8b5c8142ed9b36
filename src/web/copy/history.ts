import type { ReadingHistoryMinutes } from '#domain/page.ts';
import type { ReadingRecord } from '#domain/reading.ts';

const minutesOf = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/** Names of the parts of an article at which a reader can have stopped. */
const PARTS: Readonly<Record<ReadingRecord['section'], string>> = {
  'point-1': 'key point 1',
  'point-2': 'key point 2',
  'point-3': 'key point 3',
  end: 'the end',
};

/** UI texts of the reading history. */
export const historyCopy = {
  minutes: ({ lastWeek, weekBefore }: ReadingHistoryMinutes) =>
    weekBefore
      ? `${minutesOf(lastWeek)} of articles finished in the last seven days, ${weekBefore} in the seven before.`
      : `${minutesOf(lastWeek)} of articles finished in the last seven days.`,
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
  nothingTitle: 'Nothing read yet',
  nothingText: 'Articles you read while signed in appear here, so that you can find them again.',
} as const;
