import { MESSAGES } from '#domain/messages.ts';
import { sendDelete, sendGet, sendPut } from '#ui/lib/api.ts';
import { controlsCopy } from '#web/copy/controls.ts';
import type { ReaderSet } from '#web/reader/reader-sets.ts';
import { adjustFollowerCount } from './follower-count.ts';

/** The set of authors that a reader follows, by alias. */
export const followSet: ReaderSet<string> = {
  name: 'follows',
  load: async () => {
    const { authors } = await sendGet<{ authors: string[] }>('/users/me/following');
    return authors;
  },
  change: (alias, isIn) => {
    const path = `/authors/${encodeURIComponent(alias)}/follow`;
    return isIn ? sendPut(path) : sendDelete(path);
  },
  keyOf: (alias) => alias,
  toIntent: (alias) => ({ action: 'follow', alias }),
  removeItemsLink: { label: controlsCopy.unfollow, path: '/profile/following' },
  failureMessage: MESSAGES.followFailed,
  onChange: adjustFollowerCount,
};
