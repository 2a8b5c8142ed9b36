import { aliasKey } from '#domain/addresses.ts';
import {
  archiveArticles,
  findSlot,
  isAddressTaken,
  publishArticle,
  publishedCountOf,
  rememberAddresses,
} from '#server/catalogue/articles/publishing.ts';
import { aliasesById } from '#server/catalogue/authors/joins.ts';
import { keepArticleCounts } from '#server/catalogue/authors/personas.ts';
import { indexArticles, unindexArticles } from '#server/catalogue/search/search-index.ts';
import { announceChange, type ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError } from '#server/platform/errors.ts';

export type ArticleToShelve = Parameters<typeof publishArticle>[1];

/**
 * Puts an article on the shelves, or what has become of it, with all that follows: its former address leads to it, search
 * finds it, its author's count has it, every instance drops what it kept. To be called within a transaction that has
 * locked the author (`lockAuthors`). Throws {@link ConflictError} when another article has its address.
 */
export async function shelveArticle(transaction: Queries, article: ArticleToShelve): Promise<void> {
  const { id, authorId, slug } = article;
  if (await isAddressTaken(transaction, { authorId, slug }, id))
    throw new ConflictError(
      'This author already has an article at that address. Choose a different one.',
    );
  const before = await findSlot(transaction, id);
  await publishArticle(transaction, article);
  const hasMoved = before?.wasPublished && (before.slug !== slug || before.authorId !== authorId);
  await rememberAddresses(transaction, hasMoved ? [before] : [], [{ authorId, slug }]);
  await indexArticles(transaction, [id]);
  const places = [{ authorId, category: article.category }, ...(before ? [before] : [])];
  await announce(transaction, [id], places);
}

/** Takes articles off the shelves, with all that follows. To be called as {@link shelveArticle} is. */
export async function withdrawArticles(
  transaction: Queries,
  ids: readonly string[],
): Promise<void> {
  const slots = await Promise.all(ids.map((id) => findSlot(transaction, id)));
  await archiveArticles(transaction, ids);
  await unindexArticles(transaction, ids);
  await announce(
    transaction,
    ids,
    slots.flatMap((slot) => slot ?? []),
  );
}

async function announce(
  transaction: Queries,
  ids: readonly string[],
  places: readonly { authorId: string; category: string }[],
): Promise<void> {
  const authorIds = places.map(({ authorId }) => authorId);
  const aliases = await aliasesById(transaction, authorIds);
  const keys = new Set<ContentKey>(['list', ...ids.map((id) => `article:${id}` as const)]);
  for (const { category } of places) keys.add(`category:${category}`);
  // Beside each author stands how much they have published.
  for (const alias of aliases.values())
    keys
      .add(`articles-of:${aliasKey(alias)}`)
      .add(`author:${aliasKey(alias)}`)
      .add('authors');
  await keepArticleCounts(transaction, authorIds, publishedCountOf);
  await announceChange(transaction, [...keys]);
}
