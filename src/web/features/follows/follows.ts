import { MESSAGES } from '#domain/messages.ts';
import { get, put, remove } from '#ui/lib/api.ts';
import { controlsCopy } from '#web/copy/controls.ts';
import type { ReaderSet } from '#web/reader/sets.ts';
import { moveFollowerCount } from './follower-count.ts';

/** The authors a reader follows, by alias. */
export const follows: ReaderSet<string> = {
  name: 'follows',
  load: async () => {
    const { authors } = await get<{ authors: string[] }>('/users/me/following');
    return authors;
  },
  change: (alias, isIn) => {
    const path = `/authors/${encodeURIComponent(alias)}/follow`;
    return isIn ? put(path) : remove(path);
  },
  keyOf: (alias) => alias,
  intentOf: (alias) => ({ action: 'follow', alias }),
  room: { how: controlsCopy.unfollow, path: '/profile/following' },
  failed: MESSAGES.followFailed,
  onChange: moveFollowerCount,
};
