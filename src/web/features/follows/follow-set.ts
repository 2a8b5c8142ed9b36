import { ERROR_MESSAGES } from '#domain/messages.ts';
import { sendDelete, sendGet, sendPut } from '#ui/lib/api.ts';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import type { ReaderItemSet } from '#web/reader/reader-sets.ts';
import { adjustFollowerCount } from './follower-count.ts';

/** The set of authors that a reader follows, by alias. */
export const followSet: ReaderItemSet<string> = {
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
  removeItemsLink: { label: sharedControlsCopy.unfollow, path: '/profile/following' },
  failureMessage: ERROR_MESSAGES.followFailed,
  onChange: adjustFollowerCount,
};
