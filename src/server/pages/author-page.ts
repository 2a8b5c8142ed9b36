import { PAGE_SIZES } from '#domain/paging.ts';
import { authorPath } from '#domain/paths.ts';
import type { Address } from './address.ts';
import type { ContentReader } from './content-reader.ts';
import { fromOf, listedAt, toBeginning } from './list-page.ts';
import { NOWHERE, page, type Resolution, redirect } from './resolution.ts';

/** An author's profile, or the tab with their articles. */
export async function resolveAuthor(content: ContentReader, address: Address): Promise<Resolution> {
  const { screen, names, path } = address;
  const found = await content.author(names.alias!);
  if (!found) return NOWHERE;
  const { id, author } = found;
  const isTab = screen === 'author-articles';
  const canonical = authorPath(author.alias) + (isTab ? '/articles' : '');
  if (path !== canonical) return redirect(canonical);
  const [list, authors, followerCount, timestamp] = await Promise.all([
    listedAt(address, (token) => content.list({ alias: author.alias }, PAGE_SIZES.articles, token)),
    content.authorsOf([{ authorAlias: author.alias }]),
    content.followersOf(id),
    content.lastChanged(),
  ]);
  if (!list) return toBeginning(address);
  const from = fromOf(address);
  const head = {
    title: isTab ? `Articles by ${author.alias}` : author.alias,
    description: author.tagline,
    path: canonical,
    image: author.profileImage.src,
    ...(from ? { noIndex: true } : {}),
  };
  return page('author', head, {
    timestamp,
    author: { ...author, followerCount },
    articles: list.metas,
    authors,
    nextToken: list.nextToken,
    from,
  });
}
