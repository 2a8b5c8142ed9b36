import { aliasKey } from '#domain/addresses.ts';
import { textsOf } from '#domain/article.ts';
import { readingMinutes } from '#domain/reading-time.ts';
import {
  type ArticleSlot,
  archiveArticles,
  keepClaims,
  leaveAddresses,
  listImportedArticles,
  publishArticle,
  rememberAddresses,
} from '#server/catalogue/articles/service.ts';
import { photographed, type StoredPhoto } from '#server/catalogue/photos/service.ts';
import { indexArticles, unindexArticles } from '#server/catalogue/search/service.ts';
import { chooseCover, coversSoFar } from '#server/catalogue/shelving/service.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { noteConflicts } from './conflicts.ts';
import type { ImportCounts } from './import-counts.ts';
import type { Library, LibraryArticle } from './library.ts';
import { idsOf, versioned } from './rows.ts';

/** The articles' part of an import, which are shown with `photos`, by id; what it changes is added to `changed`. */
export async function importArticles(
  transaction: Queries,
  { articles: found, authors: foundAuthors, unchanged, faults }: Library,
  photos: ReadonlyMap<string, StoredPhoto>,
  changed: Set<ContentKey>,
): Promise<ImportCounts> {
  const authorIds = new Map(
    [...foundAuthors, ...unchanged.authors].map(({ id, alias }) => [aliasKey(alias), id]),
  );
  const aliases = new Map([...authorIds].map(([alias, id]) => [id, alias]));
  const known = await listImportedArticles(transaction, idsOf(found));
  const knownById = new Map(known.map((row) => [row.id, row]));
  const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, archived: 0 };

  const isHeld = ({ id }: { id: string }) => knownById.get(id)?.isHeld ?? false;
  await noteConflicts(
    transaction,
    found.filter(
      (article) =>
        isHeld(article) && knownById.get(article.id)!.sourceHash !== versioned(article.hash),
    ),
    photos,
  );

  const fresh = found
    .filter((article) => !isHeld(article))
    .filter(({ id, hash, aliasKey: author }) => {
      const before = knownById.get(id);
      return (
        before?.sourceHash !== versioned(hash) ||
        !before.isPublished ||
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
  // Two articles may trade addresses, or one take that of another which is gone: those step aside first.
  const wanted = new Map(fresh.map((row) => [addressOf(row), row.id]));
  const inTheWay = known.filter((row) => (wanted.get(addressOf(row)) ?? row.id) !== row.id);
  await leaveAddresses(transaction, idsOf([...movedFrom, ...inTheWay]));

  for (const row of fresh) {
    const before = knownById.get(row.id);
    counts[before ? 'updated' : 'added'] += 1;
    const { alt, drawing, photo, claims, ...columns } = row;
    const drawn = chooseCover(row.id, row.category, alt, covers, drawing);
    const image = photo ? photographed(drawn, photos.get(photo.id)!, photo) : drawn;
    await publishArticle(transaction, { ...columns, image });
    await keepClaims(transaction, row.id, claims);
    for (const category of new Set([row.category, before?.category ?? row.category]))
      changed.add(`category:${category}`);
    changed.add('list').add(`article:${row.id}`);
    changed.add(`articles-of:${aliases.get(row.authorId)}`);
    if (before) changed.add(`articles-of:${before.aliasKey}`);
  }
  await rememberAddresses(transaction, movedFrom, fresh);
  await indexArticles(transaction, idsOf(fresh));

  const present = new Set(idsOf([...found, ...unchanged.articles]));
  const broken = new Set(faults.map(({ file }) => file));
  const gone = known.filter(
    ({ id, isPublished, isHeld, aliasKey, slug }) =>
      isPublished && !isHeld && !present.has(id) && !broken.has(`articles/${aliasKey}/${slug}.md`),
  );
  counts.archived = gone.length;
  await archiveArticles(transaction, idsOf(gone));
  await unindexArticles(transaction, idsOf(gone));
  for (const { id, aliasKey, category } of gone)
    changed
      .add('list')
      .add(`article:${id}`)
      .add(`articles-of:${aliasKey}`)
      .add(`category:${category}`);
  return counts;
}

function addressOf({ authorId, slug }: ArticleSlot): string {
  return `${authorId}/${slug}`;
}

function articleRow({ id, article, slug, hash, claims }: LibraryArticle, authorId: string) {
  const { title, tagline, category, subcategory, body, alt, drawing, photo } = article;
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
    ...{ alt, drawing, photo },
    claims,
    keywords: article.keywords,
    startsHere: article.startHere,
    hasAudio: article.audio,
    body,
    publishedAt,
    updatedAt: article.updated ? new Date(article.updated) : publishedAt,
    sourceHash: versioned(hash),
  };
}
