import { textsOf } from '#domain/article.ts';
import { linksIn } from '#domain/article-links.ts';
import { countWords, readingMinutes } from '#domain/reading-time.ts';
import type { Outlook } from '#domain/studio/desk.ts';
import { bodyOf, slugOf, wordsOf } from '#domain/studio/manuscript.ts';
import { listShelvesUnder } from '#server/catalogue/articles/shelves.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { openManuscript } from '#server/studio/manuscripts/service.ts';
import { imageOnDesk } from '#server/studio/pictures/choice.ts';
import { pathFor } from '../publication/addresses.ts';

/** Articles shown of those a reader may also like. */
const RELATED = 4;
/**
 * Words a minute of the default narrator, pauses included: the mean of every ninth narration of the shipped library,
 * none of which is more than a tenth away from it.
 */
const SPEAKING_SPEED = 156;

/** What readers will get of an article once its manuscript is published. Throws `NotFoundError` where there is none. */
export async function foresee(queries: Queries, id: string): Promise<Outlook> {
  const { article, manuscript } = await openManuscript(queries, id);
  const { content } = manuscript;
  const body = bodyOf(content);
  const texts = textsOf(body);
  const path = slugOf(content.slug || content.title)
    ? await pathFor(queries, article, content)
    : `/${article.authorAlias}/`;
  const meta = {
    id,
    authorAlias: article.authorAlias,
    path,
    title: content.title || article.title,
    tagline: content.tagline,
    category: content.category,
    subcategory: content.subcategory,
    level: article.level ?? article.authorLevel,
    readingMinutes: Math.max(1, readingMinutes(texts)),
    createdAt: article.publishedAt.toISOString(),
    hasAudio: content.hasAudio,
    image: await imageOnDesk(queries, article, content),
  };
  const { alsoLike } = await listShelvesUnder(queries, meta, RELATED, linksIn(body));
  // The narration leaves the five lines out.
  const spoken = texts.slice(body.summary.length).reduce((sum, text) => sum + countWords(text), 0);
  return {
    path,
    readingMinutes: meta.readingMinutes,
    narrationSeconds: content.hasAudio ? Math.round((spoken / SPEAKING_SPEED) * 60) : null,
    words: wordsOf(content),
    related: alsoLike,
  };
}
