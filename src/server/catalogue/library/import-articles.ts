import { aliasKey } from '#domain/addresses.ts';
import { textsOf } from '#domain/article.ts';
import { readingMinutes } from '#domain/reading-time.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import { photographed } from '#server/catalogue/photos/service.ts';
import { indexArticles, unindexArticles } from '#server/catalogue/search/search-index.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  type ArticleSlot,
  archiveArticleRows,
  keepClaims,
  leaveAddresses,
  listImportedArticles,
  listSlotsHeld,
  rememberAddresses,
  upsertArticleRow,
} from '../articles/article-rows.ts';
import { chooseCover, listUsedCovers } from '../publication/choose-cover.ts';
import { type ListUnpublished, noteConflicts } from './conflicts.ts';
import type { Came, ImportCounts } from './import-counts.ts';
import type { Library, LibraryArticle } from './library.ts';
import type { LibraryNote } from './notes.ts';
import { staysOut } from './places.ts';
import { idsOf, versioned } from './rows.ts';

/** What the articles of a library are imported with. */
interface Beside {
  /** What they are shown with, by id. */
  photos: ReadonlyMap<string, StoredPhoto>;
  listUnpublished: ListUnpublished;
}

/** The articles' part of an import. */
export async function importArticles(
  transaction: Queries,
  { articles: found, authors: foundAuthors, unchanged, faults }: Library,
  { photos, listUnpublished }: Beside,
  { changed, notes }: Came,
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
    listUnpublished,
  );

  const differing = found
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
  const out = staysOut(
    differing.map(placed),
    (await listSlotsHeld(transaction)).map(placed),
    new Map(known.map((row) => [row.id, addressOf(row)])),
  );
  notes.push(...found.flatMap((article) => noteOnAddress(article, out.get(article.id))));
  const fresh = differing.filter(({ id }) => !out.has(id));
  const covers = await listUsedCovers(transaction);
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
    const { alt, drawing, photo, claims, formerly: _formerly, ...columns } = row;
    const drawn = chooseCover(row.id, row.category, alt, covers, drawing);
    const image = photo ? photographed(drawn, photos.get(photo.id)!, photo) : drawn;
    await upsertArticleRow(transaction, { ...columns, image });
    await keepClaims(transaction, row.id, claims);
    for (const category of new Set([row.category, before?.category ?? row.category]))
      changed.add(`category:${category}`);
    changed.add('list').add(`article:${row.id}`);
    changed.add(`articles-of:${aliases.get(row.authorId)}`);
    if (before) changed.add(`articles-of:${before.aliasKey}`);
  }
  const said = fresh.flatMap((row) => formerSlotsOf(row, authorIds));
  await rememberAddresses(transaction, [...movedFrom, ...said], fresh);
  await indexArticles(transaction, idsOf(fresh));

  const present = new Set(idsOf([...found, ...unchanged.articles]));
  const broken = new Set(faults.map(({ file }) => file));
  const missing = known.filter(
    ({ id, isPublished, aliasKey, slug }) =>
      isPublished && !present.has(id) && !broken.has(`articles/${aliasKey}/${slug}.md`),
  );
  const note =
    'This article is no longer in the library. It stays published because an editor changed it.';
  notes.push(...missing.filter(isHeld).map(({ id: subjectId }) => ({ subjectId, note })));
  const gone = missing.filter((row) => !isHeld(row));
  counts.archived = gone.length;
  await archiveArticleRows(transaction, idsOf(gone));
  await unindexArticles(transaction, idsOf(gone));
  for (const { id, aliasKey, category } of gone)
    changed
      .add('list')
      .add(`article:${id}`)
      .add(`articles-of:${aliasKey}`)
      .add(`category:${category}`);
  return counts;
}

function placed(slot: ArticleSlot & { id: string }) {
  return { id: slot.id, place: addressOf(slot) };
}

/** For whoever has the address of an article that stays out; none of one that does not. */
function noteOnAddress(
  { file, slug, article }: LibraryArticle,
  holder: string | undefined,
): LibraryNote[] {
  if (!holder) return [];
  const note = `The library’s article “${article.title}” uses the address “${slug}”, which this article already has. It won’t be imported until one of them has a different address.`;
  return [{ subjectId: holder, note, file }];
}

function addressOf({ authorId, slug }: ArticleSlot): string {
  return `${authorId}/${slug}`;
}

/** Where a file says its article was before, as far as the library knows the authors. */
function formerSlotsOf(
  { id, formerly }: { id: string; formerly: readonly string[] },
  authorIds: ReadonlyMap<string, string>,
) {
  return formerly.flatMap((address) => {
    const [alias, slug] = address.split('/') as [string, string];
    const authorId = authorIds.get(alias);
    return authorId ? [{ id, authorId, slug }] : [];
  });
}

function articleRow({ id, article, slug, hash, claims }: LibraryArticle, authorId: string) {
  const { title, tagline, category, subcategory, body, alt, drawing, photo, formerly } = article;
  const { level = null } = article;
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
    level,
    readingMinutes: readingMinutes(textsOf(body)),
    ...{ alt, drawing, photo, formerly },
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
