import { sendGet } from '#ui/lib/api.ts';
import type { LoadableSet } from './reader-sets.ts';

/**
 * The IDs of the articles that a reader has finished, from the reader's history. Contains only the 500 articles that
 * the reader read most recently.
 */
export const finishedSet: LoadableSet = {
  name: 'finished',
  load: async () => {
    const { ids } = await sendGet<{ ids: string[] }>('/history/ids');
    return ids;
  },
};

/**
 * Returns the articles with the unfinished ones first, in otherwise unchanged order. `finished` contains the IDs of the
 * finished articles.
 */
export function sortUnreadFirst<Article extends { id: string }>(
  articles: readonly Article[],
  finished: readonly string[] = [],
): readonly Article[] {
  const getRank = ({ id }: Article) => Number(finished.includes(id));
  return [...articles].sort((a, b) => getRank(a) - getRank(b));
}
