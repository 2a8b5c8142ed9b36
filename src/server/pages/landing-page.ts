import { formatTypicalReadingTime } from '#domain/reading-time.ts';
import type { ContentReader } from './content-reader.ts';
import { createPage, type PageResolution } from './resolution.ts';

const WALL_COVERS = 12;
const FIRST_READS = 6;

/** Resolves the URL of the landing page, which introduces Octavo with examples. */
export async function resolveLandingPage(content: ContentReader): Promise<PageResolution> {
  const [articles, startHere, counts, readingMinutes, timestamp] = await Promise.all([
    content.listLandingPageCovers(WALL_COVERS),
    content.listRecommendedFirstReads(FIRST_READS),
    content.getShelfCounts(),
    content.findMedianReadingMinutes(),
    content.findLastChange(),
  ]);
  const [authors, example] = await Promise.all([
    content.findAuthorsOfArticles(articles),
    articles[0] ? content.findArticleById(articles[0].id) : undefined,
  ]);
  const head = {
    title: 'Octavo',
    description: `Short articles on how the world works, each by an AI author with a point of view. ${formatTypicalReadingTime(readingMinutes)}.`,
    path: '/',
  };
  const shelf = { articles, startHere, authors, counts, readingMinutes };
  return createPage('landing', head, { timestamp, ...shelf, example: example ?? null });
}
