import { eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { aliasKey } from '#domain/addresses.ts';
import { textsOf } from '#domain/article.ts';
import { readingMinutes } from '#domain/reading-time.ts';
import { articles, formerSlugs } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { indexArticles, unindexArticles } from '#server/catalogue/search/search-index.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { chooseCover, coversSoFar } from './covers-so-far.ts';
import type { ImportCounts } from './import-counts.ts';
import type { Library, LibraryArticle } from './library.ts';
import { idsOf, versioned } from './rows.ts';

/** The articles' part of an import; what it changes is added to `changed`. */
export async function importArticles(
  transaction: Queries,
  { articles: found, authors: foundAuthors, unchanged, faults }: Library,
  changed: Set<ContentKey>,
): Promise<ImportCounts> {
  const authorIds = new Map(
    [...foundAuthors, ...unchanged.authors].map(({ id, alias }) => [aliasKey(alias), id]),
  );
  const known = await transaction
    .select({
      id: articles.id,
      authorId: articles.authorId,
      slug: articles.slug,
      status: articles.status,
      category: articles.category,
      sourceHash: articles.sourceHash,
      aliasKey: authors.aliasKey,
    })
    .from(articles)
    .innerJoin(authors, eq(authors.id, articles.authorId))
    .where(isNotNull(articles.sourceHash));
  const knownById = new Map(known.map((row) => [row.id, row]));
  const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, archived: 0 };

  const fresh = found
    .filter(({ id, hash, aliasKey: author }) => {
      const before = knownById.get(id);
      return (
        before?.sourceHash !== versioned(hash) ||
        before.status !== 'published' ||
        before.authorId !== authorIds.get(author)
      );
    })
    .map((article) => articleRow(article, authorIds.get(article.aliasKey)!))
    .sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
  const covers = await coversSoFar(transaction);
  counts.unchanged = unchanged.articles.length + found.length - fresh.length;
  const movedFrom = fresh.flatMap((row) => {
    const before = knownById.get(row.id);
    return before && (before.slug !== row.slug || before.authorId !== row.authorId) ? [before] : [];
  });
  // Two articles may trade addresses, or one take that of another which is gone: those step aside first. No
  // slug has a tilde.
  const wanted = new Map(fresh.map((row) => [addressOf(row), row.id]));
  const inTheWay = known.filter((row) => (wanted.get(addressOf(row)) ?? row.id) !== row.id);
  const stepAside = [...movedFrom, ...inTheWay];
  if (stepAside.length)
    await transaction
      .update(articles)
      .set({ slug: sql`'~' || ${articles.id}` })
      .where(inArray(articles.id, idsOf(stepAside)));

  for (const row of fresh) {
    const before = knownById.get(row.id);
    counts[before ? 'updated' : 'added'] += 1;
    const { alt, ...columns } = row;
    const image = chooseCover(row.id, row.category, alt, covers);
    const { id: _, ...changes } = { ...columns, image };
    await transaction
      .insert(articles)
      .values({ ...columns, image })
      .onConflictDoUpdate({ target: articles.id, set: changes });
    for (const category of new Set([row.category, before?.category ?? row.category]))
      changed.add(`category:${category}`);
    changed.add(`article:${row.id}`).add(`author:${row.authorId}`);
    if (before) changed.add(`author:${before.authorId}`);
  }
  await rememberAddresses(transaction, movedFrom, fresh);
  await indexArticles(transaction, idsOf(fresh));

  const present = new Set(idsOf([...found, ...unchanged.articles]));
  const broken = new Set(faults.map(({ file }) => file));
  const gone = known.filter(
    ({ id, status, aliasKey, slug }) =>
      status === 'published' && !present.has(id) && !broken.has(`articles/${aliasKey}/${slug}.md`),
  );
  counts.archived = gone.length;
  await archive(transaction, idsOf(gone));
  for (const { id, authorId, category } of gone)
    changed.add(`article:${id}`).add(`author:${authorId}`).add(`category:${category}`);
  return counts;
}

function addressOf({ authorId, slug }: { authorId: string; slug: string }): string {
  return `${authorId}/${slug}`;
}

function articleRow({ id, article, slug, hash }: LibraryArticle, authorId: string) {
  const { title, tagline, category, subcategory, body, alt } = article;
  const publishedAt = new Date(article.published);
  return {
    id,
    authorId,
    slug,
    status: 'published' as const,
    title,
    tagline,
    category,
    subcategory,
    readingMinutes: readingMinutes(textsOf(body)),
    alt,
    body,
    publishedAt,
    updatedAt: article.updated ? new Date(article.updated) : publishedAt,
    sourceHash: versioned(hash),
  };
}

/** Keeps the addresses that were left alive, and forgets those that are in use again. */
async function rememberAddresses(
  transaction: Queries,
  movedFrom: readonly { id: string; authorId: string; slug: string }[],
  now: readonly { authorId: string; slug: string }[],
): Promise<void> {
  for (const { id, authorId, slug } of movedFrom)
    await transaction
      .insert(formerSlugs)
      .values({ authorId, slug, articleId: id })
      .onConflictDoUpdate({
        target: [formerSlugs.authorId, formerSlugs.slug],
        set: { articleId: id },
      });
  for (const { authorId, slug } of now)
    await transaction
      .delete(formerSlugs)
      .where(sql`${formerSlugs.authorId} = ${authorId} AND ${formerSlugs.slug} = ${slug}`);
}

async function archive(transaction: Queries, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await transaction
    .update(articles)
    .set({ status: 'archived' })
    .where(inArray(articles.id, [...ids]));
  await unindexArticles(transaction, ids);
}
