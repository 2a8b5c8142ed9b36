import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { aliasKey } from '#domain/addresses.ts';
import type { Author, AuthorMeta } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';
import { picturePath } from '#domain/images.ts';
import type { Queries } from '../db/database.ts';
import { authors, formerAliases } from '../db/schema.ts';

type Row = typeof authors.$inferSelect & { followerCount: number };

/** Counted from the follows themselves: a counter everybody writes to would make them wait for each other. */
function countFollowers() {
  return sql<number>`(SELECT count(*)::int FROM follows f WHERE f.author_id = ${authors.id})`;
}

const metaColumns = {
  alias: authors.alias,
  tagline: authors.tagline,
  portrait: authors.portrait,
  category: authors.category,
  subcategory: authors.subcategory,
  level: authors.level,
  publishedArticleCount: authors.publishedArticleCount,
  followerCount: countFollowers(),
};

const allColumns = { ...getTableColumns(authors), followerCount: countFollowers() };

const active = eq(authors.status, 'active');

/** Every active author, by alias. */
export async function listAuthors(queries: Queries): Promise<AuthorMeta[]> {
  const rows = await queries
    .select(metaColumns)
    .from(authors)
    .where(active)
    .orderBy(asc(authors.aliasKey));
  return rows.map(toMeta);
}

/** The active authors among `aliases`, in any order; unknown ones are left out. */
export async function findAuthors(
  queries: Queries,
  aliases: readonly string[],
): Promise<AuthorMeta[]> {
  if (!aliases.length) return [];
  const keys = [...new Set(aliases.map(aliasKey))];
  const rows = await queries
    .select(metaColumns)
    .from(authors)
    .where(and(active, inArray(authors.aliasKey, keys)));
  return rows.map(toMeta);
}

/** An author's id and all there is to tell; found by the current alias in any case, or a former one. */
export async function findAuthor(
  queries: Queries,
  alias: string,
): Promise<{ id: string; author: Author } | undefined> {
  const key = aliasKey(alias);
  const [row] = await queries
    .select(allColumns)
    .from(authors)
    .where(and(active, eq(authors.aliasKey, key)));
  if (row) return { id: row.id, author: toAuthor(row) };
  const [former] = await queries
    .select(allColumns)
    .from(formerAliases)
    .innerJoin(authors, eq(authors.id, formerAliases.authorId))
    .where(and(active, eq(formerAliases.aliasKey, key)));
  return former && { id: former.id, author: toAuthor(former) };
}

function toMeta(row: Pick<Row, keyof typeof metaColumns>): AuthorMeta {
  return {
    alias: row.alias,
    tagline: row.tagline,
    profileImage: portraitOf(row.portrait),
    expertise: { category: row.category as CategoryId, subcategory: row.subcategory },
    level: row.level,
    publishedArticleCount: row.publishedArticleCount,
    followerCount: row.followerCount,
  };
}

function toAuthor(row: Row): Author {
  return {
    alias: row.alias,
    profileImage: portraitOf(row.portrait),
    tagline: row.tagline,
    mission: row.mission,
    about: row.about,
    perspective: row.perspective,
    expertise: {
      category: row.category as CategoryId,
      subcategory: row.subcategory,
      subjects: row.subjects,
    },
    targetAudience: { level: row.level, description: row.audience },
    influencedBy: row.influences,
    publishedArticleCount: row.publishedArticleCount,
    followerCount: row.followerCount,
  };
}

/** Decorative: the alias stands beside it. */
function portraitOf(key: string): AuthorMeta['profileImage'] {
  return { src: picturePath('avatars', key, 256, 'webp'), alt: '' };
}
