import { sendGet } from '#ui/lib/api.ts';
import type { LoadableReaderItemSet } from './reader-sets.ts';

/**
 * The set of articles that a reader has finished, according to their reading history. Contains only the 500 most
 * recently read articles.
 */
export const finishedSet: LoadableReaderItemSet = {
  name: 'finished',
  load: async () => {
    const { ids } = await sendGet<{ ids: string[] }>('/history/ids');
    return ids;
  },
};

/**
 * Moves the articles that the reader has not finished to the start of the list, and otherwise keeps the order.
 * `finished` contains the IDs of the finished articles.
 */
export function sortUnfinishedFirst<Article extends { id: string }>(
  articles: readonly Article[],
  finished: readonly string[] = [],
): readonly Article[] {
  const getRank = ({ id }: Article) => Number(finished.includes(id));
  return [...articles].sort((a, b) => getRank(a) - getRank(b));
}
