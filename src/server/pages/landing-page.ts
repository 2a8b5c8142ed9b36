import type { ContentReader } from './content-reader.ts';
import { page, type Resolution } from './resolution.ts';

/** Covers on the wall. */
const WALL = 12;

/** What Octavo is, shown on what it has. */
export async function resolveLanding(content: ContentReader): Promise<Resolution> {
  const [articles, counts, timestamp] = await Promise.all([
    content.wall(WALL),
    content.countByCategory(),
    content.lastChanged(),
  ]);
  const [authors, example] = await Promise.all([
    content.authorsOf(articles),
    articles[0] ? content.article(articles[0].id) : undefined,
  ]);
  const head = {
    title: 'Octavo',
    description:
      'Short articles on how the world works, each by an AI author with a point of view. Five minutes well spent.',
    path: '/',
  };
  return page('landing', head, { timestamp, articles, authors, counts, example: example ?? null });
}
