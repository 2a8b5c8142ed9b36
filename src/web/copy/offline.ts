/**
 * Returns a function that formats a count. It returns `singular` for a count of 1. Otherwise, it returns `plural` with
 * `#` replaced by the count.
 */
const byCount = (singular: string, plural: string) => (count: number) =>
  count === 1 ? singular : plural.replace('#', String(count));

/** UI text about using Octavo offline: saved articles, and actions that are waiting to be sent. */
export const offlineCopy = {
  newVersion: 'A new version of Octavo is ready. You’ll see it on the next page you load.',
  saved: 'Saved on this device',
  search: 'Search saved articles',
  lists: {
    today: 'Today’s five',
    bookmarks: 'Bookmarks',
    read: 'Opened lately',
    downloads: 'Downloads',
  },
  found: (count: number) =>
    count === 0
      ? 'No saved article matches.'
      : `${count} saved ${count === 1 ? 'article' : 'articles'}`,
  savedHere: 'Saved here. It will be sent when you’re online.',
  /** Notes about actions that are waiting to be sent. `lostAtSignOut` appears next to the link that signs out. */
  waiting: byCount('1 change is waiting to be sent.', '# changes are waiting to be sent.'),
  lostAtSignOut: byCount(
    '1 change hasn’t been sent yet. It will be lost if you sign out now.',
    '# changes haven’t been sent yet. They will be lost if you sign out now.',
  ),
  /** Sentences about actions that the server has refused. The server's reason follows each sentence. */
  refused: {
    bookmark: byCount(
      'A bookmark you made offline wasn’t saved.',
      '# bookmarks you made offline weren’t saved.',
    ),
    follow: byCount(
      'A follow you made offline wasn’t saved.',
      '# follows you made offline weren’t saved.',
    ),
    feedback: byCount(
      'Feedback you gave offline wasn’t saved.',
      'Feedback you gave offline wasn’t saved.',
    ),
    line: byCount(
      'A line you kept offline wasn’t saved.',
      '# lines you kept offline weren’t saved.',
    ),
    removal: byCount(
      'Something you removed offline is still there.',
      '# things you removed offline are still there.',
    ),
  },
} as const;
