import { sendGet } from '#ui/lib/api.ts';
import type { LoadableSet } from './reader-sets.ts';

/** The set of articles in a reader's history that they have finished, by ID: the 500 that they read most recently. */
export const finishedSet: LoadableSet = {
  name: 'finished',
  load: async () => {
    const { ids } = await sendGet<{ ids: string[] }>('/history/ids');
    return ids;
  },
};

/** Moves articles that are not in `finished`, a list of IDs, to the front. Keeps the order otherwise. */
export function sortUnreadFirst<Article extends { id: string }>(
  articles: readonly Article[],
  finished: readonly string[] = [],
): readonly Article[] {
  const isFinished = ({ id }: Article) => Number(finished.includes(id));
  return [...articles].sort((a, b) => isFinished(a) - isFinished(b));
}
