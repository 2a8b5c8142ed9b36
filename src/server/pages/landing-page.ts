import { countByCategory, findArticle, listForWall } from '#server/catalogue/articles/service.ts';
import { authorsOf } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { lastChanged, page, payload, type Resolution } from './resolution.ts';

/** Covers on the wall. */
const WALL = 12;

/** What Octavo is, shown on what it has. */
export async function resolveLanding(queries: Queries): Promise<Resolution> {
  const [articles, counts, timestamp] = await Promise.all([
    listForWall(queries, WALL),
    countByCategory(queries),
    lastChanged(queries),
  ]);
  const [authors, example] = await Promise.all([
    authorsOf(queries, articles),
    articles[0] ? findArticle(queries, articles[0].id) : undefined,
  ]);
  const head = {
    title: 'Octavo',
    description:
      'Short articles on how the world works, each by an AI author with a point of view. Five minutes well spent.',
    path: '/',
  };
  const props = { timestamp, articles, authors, counts, example: example ?? null };
  return page(payload('landing', head, props), ['list'], 'private');
}
