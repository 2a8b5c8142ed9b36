import type { Article } from '#domain/article.ts';
import type { PageHead } from '#domain/page.ts';
import { houseAds } from '#server/membership/ads/service.ts';
import type { Address } from './address.ts';
import type { ContentReader } from './content-reader.ts';
import { NOWHERE, page, type Resolution, redirect } from './resolution.ts';
import { withdrawn } from './state-payloads.ts';

/** Articles on each shelf under an article. */
const SHELF = 8;

/** What `/{alias}/{slug}` leads to. */
export async function resolveArticle(
  content: ContentReader,
  { names }: Address,
  { adFrames, sellsPremium }: { adFrames: string | null; sellsPremium: boolean },
): Promise<Resolution> {
  const found = await content.articleAt(names.alias!, names.slug!);
  if (!found) return NOWHERE;
  if (found.kind === 'moved') return redirect(found.path);
  if (found.kind === 'withdrawn')
    return { kind: 'page', payload: withdrawn(await content.lastChanged()) };
  const { article } = found;
  const { alsoLike, moreFromAuthor } = await content.shelvesUnder(article, SHELF);
  const authors = await content.authorsOf([article, ...alsoLike]);
  const author = authors[article.authorAlias];
  // They left while this was read.
  if (!author) return { kind: 'page', payload: withdrawn(await content.lastChanged()) };
  const counts = await content.shelfCounts();
  const house = houseAds({ article, authors, counts, sellsPremium });
  const ads = { house, frames: adFrames };
  const timestamp = article.updatedAt;
  const props = { timestamp, article, author, alsoLike, moreFromAuthor, authors, ads };
  return page('article', headOfArticle(article), props);
}

function headOfArticle({ title, tagline, path, image }: Article): PageHead {
  return { title, description: tagline, path, image: image.src };
}
