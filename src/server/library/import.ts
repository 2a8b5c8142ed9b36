import { desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { aliasKey } from '#domain/addresses.ts';
import { textsOf } from '#domain/article.ts';
import type { CategoryId } from '#domain/categories.ts';
import { readingMinutes } from '#domain/reading-time.ts';
import { COVER_VERSION, coverVariant, drawCover } from '../covers/cover.ts';
import { announceChange, type ContentKey } from '../db/content-changes.ts';
import type { Queries } from '../db/database.ts';
import { articles, authors, formerAliases, formerSlugs, type StoredImage } from '../db/schema.ts';
import { indexArticles, unindexArticles } from '../search/search-index.ts';
import type { Library, LibraryArticle, LibraryAuthor } from './library.ts';

/** How many of each kind an import touched. */
export interface ImportCounts {
  added: number;
  updated: number;
  unchanged: number;
  archived: number;
}

export interface ImportReport {
  authors: ImportCounts;
  articles: ImportCounts;
}

/**
 * Brings the database in line with the library, in one transaction: adds what is new, updates what changed,
 * archives what is gone, leaves alone what was made elsewhere. Running it again changes nothing. A file
 * with faults counts as unchanged: what readers had of it, they keep.
 */
export async function importLibrary(queries: Queries, library: Library): Promise<ImportReport> {
  return queries.transaction(async (transaction) => {
    const changed = new Set<ContentKey>();
    const authorReport = await importAuthors(transaction, library, changed);
    const articleReport = await importArticles(transaction, library, changed);
    if (changed.size) {
      await countArticles(transaction);
      await announceChange(transaction, ['list', ...changed]);
    }
    return { authors: authorReport, articles: articleReport };
  });
}

async function importAuthors(
  transaction: Queries,
  { authors: found, faults }: Library,
  changed: Set<ContentKey>,
): Promise<ImportCounts> {
  const known = await transaction.select().from(authors).where(isNotNull(authors.sourceHash));
  const knownById = new Map(known.map((row) => [row.id, row]));
  const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, archived: 0 };
  const renamed: string[] = [];

  for (const author of found) {
    const before = knownById.get(author.profile.id);
    knownById.delete(author.profile.id);
    const row = authorRow(author);
    if (before?.sourceHash === row.sourceHash && before.status === 'active') {
      counts.unchanged += 1;
      continue;
    }
    counts[before ? 'updated' : 'added'] += 1;
    changed.add(`author:${row.id}`);
    // A name that comes back is no longer a former one.
    await transaction.delete(formerAliases).where(eq(formerAliases.aliasKey, row.aliasKey));
    const { id: _, ...changes } = row;
    await transaction
      .insert(authors)
      .values(row)
      .onConflictDoUpdate({ target: authors.id, set: changes });
    if (before && before.alias !== row.alias) renamed.push(row.id);
    if (before && before.aliasKey !== row.aliasKey)
      await transaction
        .insert(formerAliases)
        .values({ aliasKey: before.aliasKey, authorId: row.id })
        .onConflictDoUpdate({ target: formerAliases.aliasKey, set: { authorId: row.id } });
  }
  await reindexArticlesOf(transaction, renamed, changed);

  const broken = new Set(faults.map(({ file }) => file));
  const gone = [...knownById.values()].filter(
    ({ status, aliasKey }) => status === 'active' && !broken.has(`authors/${aliasKey}.yaml`),
  );
  counts.archived = gone.length;
  for (const { id } of gone) changed.add(`author:${id}`);
  if (gone.length)
    await transaction
      .update(authors)
      .set({ status: 'inactive', updatedAt: sql`now()` })
      .where(inArray(authors.id, idsOf(gone)));
  return counts;
}

function authorRow({ profile, hash }: LibraryAuthor) {
  return {
    id: profile.id,
    alias: profile.alias,
    aliasKey: aliasKey(profile.alias),
    status: 'active' as const,
    tagline: profile.tagline,
    mission: profile.mission,
    about: profile.about,
    perspective: profile.perspective,
    category: profile.expertise.category,
    subcategory: profile.expertise.subcategory,
    subjects: profile.expertise.subjects,
    level: profile.targetAudience.level,
    audience: profile.targetAudience.description,
    influences: profile.influencedBy,
    portrait: `${profile.id}.${profile.expertise.category}.${COVER_VERSION}`,
    sourceHash: versioned(hash),
    updatedAt: new Date(),
  };
}

async function importArticles(
  transaction: Queries,
  { articles: found, authors: foundAuthors, faults }: Library,
  changed: Set<ContentKey>,
): Promise<ImportCounts> {
  const authorIds = new Map(
    foundAuthors.map(({ profile }) => [aliasKey(profile.alias), profile.id]),
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
    .filter(({ article, hash }) => {
      const before = knownById.get(article.id);
      return before?.sourceHash !== versioned(hash) || before.status !== 'published';
    })
    .map((article) => articleRow(article, authorIds.get(article.aliasKey)!))
    .sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
  const covers = await coversSoFar(transaction);
  counts.unchanged = found.length - fresh.length;
  const movedFrom = fresh.flatMap((row) => {
    const before = knownById.get(row.id);
    return before && (before.slug !== row.slug || before.authorId !== row.authorId) ? [before] : [];
  });
  // Two articles may trade addresses: those that move step aside first. No slug has a tilde.
  if (movedFrom.length)
    await transaction
      .update(articles)
      .set({ slug: sql`'~' || ${articles.id}` })
      .where(inArray(articles.id, idsOf(movedFrom)));

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

  const present = new Set(found.map(({ article }) => article.id));
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

function articleRow({ article, slug, hash }: LibraryArticle, authorId: string) {
  const { id, title, tagline, category, subcategory, body, alt } = article;
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

/** An author's new name is part of what their articles are found by, and of their addresses. */
async function reindexArticlesOf(
  transaction: Queries,
  authorIds: readonly string[],
  changed: Set<ContentKey>,
): Promise<void> {
  if (!authorIds.length) return;
  const rows = await transaction
    .select({ id: articles.id })
    .from(articles)
    .where(sql`${inArray(articles.authorId, [...authorIds])} AND ${articles.status} = 'published'`);
  for (const { id } of rows) changed.add(`article:${id}`);
  await indexArticles(transaction, idsOf(rows));
}

async function countArticles(transaction: Queries): Promise<void> {
  await transaction.update(authors).set({
    publishedArticleCount: sql`(SELECT count(*)::int FROM articles a WHERE a.author_id = ${authors.id} AND a.status = 'published')`,
  });
}

/** The variants of covers so far by category, newest article first, and by article. */
interface CoversSoFar {
  ofCategory: Map<string, number[]>;
  ofArticle: Map<string, { category: string; variant: number }>;
}

async function coversSoFar(transaction: Queries): Promise<CoversSoFar> {
  const rows = await transaction
    .select({ id: articles.id, category: articles.category, image: articles.image })
    .from(articles)
    .orderBy(desc(articles.publishedAt));
  const ofCategory = Map.groupBy(rows, ({ category }) => category);
  return {
    ofCategory: new Map(
      [...ofCategory].map(([category, of]) => [category, of.map(({ image }) => image.variant)]),
    ),
    ofArticle: new Map(
      rows.map(({ id, category, image }) => [id, { category, variant: image.variant }]),
    ),
  };
}

/**
 * The cover of an article: the one it has, or one that differs from its neighbours'. Its key, and so its
 * address, changes with whatever changes the drawing.
 */
function chooseCover(
  id: string,
  category: CategoryId,
  alt: string,
  { ofCategory, ofArticle }: CoversSoFar,
): StoredImage {
  const before = ofArticle.get(id);
  const others = ofCategory.get(category) ?? [];
  const isKept = before?.category === category;
  const variant = isKept ? before.variant : coverVariant(category, id, others);
  if (!isKept) ofCategory.set(category, [variant, ...others]);
  const { ground } = drawCover({ category, seed: id, variant });
  return { cover: `${id}.${category}${variant}.${COVER_VERSION}`, variant, alt, ground };
}

/** A new way of drawing touches every row that names a picture. */
function versioned(hash: string): string {
  return `${hash}.${COVER_VERSION}`;
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
