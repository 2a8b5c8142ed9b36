import { eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { aliasKey } from '#domain/addresses.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors, formerAliases } from '#server/catalogue/authors/schema.ts';
import { COVER_VERSION } from '#server/catalogue/drawing/cover.ts';
import { indexArticles } from '#server/catalogue/search/search-index.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ImportCounts } from './import-counts.ts';
import type { Library, LibraryAuthor } from './library.ts';
import { idsOf, versioned } from './rows.ts';

/** The authors' part of an import; what it changes is added to `changed`. */
export async function importAuthors(
  transaction: Queries,
  { authors: found, unchanged, faults }: Library,
  changed: Set<ContentKey>,
): Promise<ImportCounts> {
  const known = await transaction.select().from(authors).where(isNotNull(authors.sourceHash));
  const knownById = new Map(known.map((row) => [row.id, row]));
  const counts: ImportCounts = {
    added: 0,
    updated: 0,
    unchanged: unchanged.authors.length,
    archived: 0,
  };
  const renamed: string[] = [];

  const wanted = new Map(found.map(({ id, alias }) => [aliasKey(alias), id]));
  const inTheWay = known.filter((row) => (wanted.get(row.aliasKey) ?? row.id) !== row.id);
  // Two authors may trade names, or one take that of another who is gone: those step aside first. No alias
  // has a tilde.
  if (inTheWay.length)
    await transaction
      .update(authors)
      .set({ aliasKey: sql`'~' || ${authors.id}` })
      .where(inArray(authors.id, idsOf(inTheWay)));

  for (const { id } of unchanged.authors) knownById.delete(id);
  for (const author of found) {
    const before = knownById.get(author.id);
    knownById.delete(author.id);
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

  // Whoever has a broken article stays too: readers keep that, and it names its author.
  const isBroken = ({ aliasKey }: { aliasKey: string }) =>
    faults.some(
      ({ file }) => file === `authors/${aliasKey}.yaml` || file.startsWith(`articles/${aliasKey}/`),
    );
  const gone = [...knownById.values()].filter((row) => row.status === 'active' && !isBroken(row));
  counts.archived = gone.length;
  for (const { id } of gone) changed.add(`author:${id}`);
  if (gone.length)
    await transaction
      .update(authors)
      .set({ status: 'inactive', updatedAt: sql`now()` })
      .where(inArray(authors.id, idsOf(gone)));
  return counts;
}

function authorRow({ id, profile, hash }: LibraryAuthor) {
  return {
    id,
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
    portrait: `${id}.${profile.expertise.category}.${COVER_VERSION}`,
    sourceHash: versioned(hash),
    updatedAt: new Date(),
  };
}

/** An author's new name is part of what their articles are found by, and of their addresses. */
async function reindexArticlesOf(
  transaction: Queries,
  authorIds: readonly string[],
  changed: Set<ContentKey>,
): Promise<void> {
  if (!authorIds.length) return;
  const rows = await transaction
    .select({ id: articles.id, category: articles.category })
    .from(articles)
    .where(sql`${inArray(articles.authorId, [...authorIds])} AND ${articles.status} = 'published'`);
  for (const { id, category } of rows) changed.add(`article:${id}`).add(`category:${category}`);
  await indexArticles(transaction, idsOf(rows));
}
