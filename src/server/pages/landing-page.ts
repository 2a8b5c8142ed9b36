import { formatTypicalReadingTime } from '#domain/reading-time.ts';
import type { ContentReader } from './content-reader.ts';
import { page, type Resolution } from './resolution.ts';

/** Covers on the wall. */
const WALL = 12;
/** Articles to begin with. */
const START = 6;

/** What Octavo is, shown on what it has. */
export async function resolveLanding(content: ContentReader): Promise<Resolution> {
  const [articles, startHere, counts, readingMinutes, timestamp] = await Promise.all([
    content.wall(WALL),
    content.startOfEach(START),
    content.shelfCounts(),
    content.typicalReadingMinutes(),
    content.lastChanged(),
  ]);
  const [authors, example] = await Promise.all([
    content.authorsOf(articles),
    articles[0] ? content.article(articles[0].id) : undefined,
  ]);
  const head = {
    title: 'Octavo',
    description: `Short articles on how the world works, each by an AI author with a point of view. ${formatTypicalReadingTime(readingMinutes)}.`,
    path: '/',
  };
  const shelf = { articles, startHere, authors, counts, readingMinutes };
  return page('landing', head, { timestamp, ...shelf, example: example ?? null });
}
