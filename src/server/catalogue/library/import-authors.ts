import { isDeepStrictEqual } from 'node:util';
import { aliasKey } from '#domain/addresses.ts';
import { listPublishedOf } from '#server/catalogue/articles/service.ts';
import {
  type AuthorToShow,
  findAuthorOnDesk,
  forgetName,
  leaveNames,
  listImportedAuthors,
  releaseAuthor,
  rememberName,
  showAuthor,
} from '#server/catalogue/authors/service.ts';
import { bringBackWithin, retireWithin } from '#server/catalogue/departures/service.ts';
import { COVER_VERSION } from '#server/catalogue/drawing/service.ts';
import { indexArticles } from '#server/catalogue/search/service.ts';
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
  const known = await listImportedAuthors(transaction);
  const knownById = new Map(known.map((row) => [row.id, row]));
  const counts: ImportCounts = {
    added: 0,
    updated: 0,
    unchanged: unchanged.authors.length,
    archived: 0,
  };
  const renamed: string[] = [];
  const returned: string[] = [];

  const wanted = new Map(found.map(({ id, alias }) => [aliasKey(alias), id]));
  const inTheWay = known.filter((row) => (wanted.get(row.aliasKey) ?? row.id) !== row.id);
  // Two authors may trade names, or one take that of another who is gone: those step aside first.
  await leaveNames(transaction, idsOf(inTheWay));

  for (const { id } of unchanged.authors) knownById.delete(id);
  for (const author of found) {
    const before = knownById.get(author.id);
    knownById.delete(author.id);
    const row = authorRow(author);
    if (before?.isHeld && before.isActive && (await saysTheSame(transaction, author)))
      await releaseAuthor(transaction, author.id, row.sourceHash);
    if (before?.isHeld || (before?.isActive && before.sourceHash === row.sourceHash)) {
      counts.unchanged += 1;
      continue;
    }
    counts[before ? 'updated' : 'added'] += 1;
    changed.add('authors').add(`author:${row.aliasKey}`);
    if (before) changed.add(`author:${before.aliasKey}`);
    await forgetName(transaction, row.aliasKey);
    await showAuthor(transaction, row);
    if (before && before.alias !== row.alias) renamed.push(row.id);
    if (before && !before.isActive) returned.push(row.id);
    if (before && before.aliasKey !== row.aliasKey)
      await rememberName(transaction, before.aliasKey, row.id);
  }
  await reindexArticlesOf(transaction, renamed, changed);
  await bringBackWithin(transaction, returned, changed);

  // Whoever has a broken article stays too: readers keep that, and it names its author.
  const isBroken = ({ aliasKey }: { aliasKey: string }) =>
    faults.some(
      ({ file }) => file === `authors/${aliasKey}.yaml` || file.startsWith(`articles/${aliasKey}/`),
    );
  const gone = [...knownById.values()].filter(
    (row) => row.isActive && !row.isHeld && !isBroken(row),
  );
  counts.archived = gone.length;
  // What the library had of theirs goes with it. What was written elsewhere is there again when they are.
  await retireWithin(transaction, idsOf(gone), 'keep', changed);
  return counts;
}

/** Whether a file says what readers have, as after an export. */
async function saysTheSame(transaction: Queries, { id, profile }: LibraryAuthor): Promise<boolean> {
  const { id: _, ...said } = profile;
  return isDeepStrictEqual(said, (await findAuthorOnDesk(transaction, id))?.profile);
}

function authorRow({ id, profile, hash }: LibraryAuthor) {
  return {
    id,
    alias: profile.alias,
    aliasKey: aliasKey(profile.alias),
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
  } satisfies AuthorToShow;
}

/** An author's new name is part of what their articles are found by, and of their addresses. */
async function reindexArticlesOf(
  transaction: Queries,
  authorIds: readonly string[],
  changed: Set<ContentKey>,
): Promise<void> {
  const rows = await listPublishedOf(transaction, authorIds);
  for (const { id, category } of rows) changed.add(`article:${id}`).add(`category:${category}`);
  await indexArticles(transaction, idsOf(rows));
}
