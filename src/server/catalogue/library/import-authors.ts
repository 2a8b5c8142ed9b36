import { isDeepStrictEqual } from 'node:util';
import { COVER_VERSION } from '#covers/cover.ts';
import { aliasKey } from '#domain/addresses.ts';
import { findAuthorOnDesk, releaseAuthor } from '#server/catalogue/authors/desk.ts';
import {
  type AuthorToShow,
  forgetName,
  leaveNames,
  listImportedAuthors,
  listNamesHeld,
  rememberName,
  showAuthor,
} from '#server/catalogue/authors/personas.ts';
import { bringBackWithin, retireWithin } from '#server/catalogue/departures/service.ts';
import { indexArticles } from '#server/catalogue/search/search-index.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { listPublishedOf } from '../articles/article-rows.ts';
import type { Came, ImportCounts } from './import-counts.ts';
import type { Library, LibraryAuthor } from './library.ts';
import { staysOut } from './places.ts';
import { idsOf, versioned } from './rows.ts';

/**
 * The authors' part of an import. `absent`: who is not there, since the name is another's, as `aliasKey` writes it;
 * nothing of theirs can come in. `authorIds`: every author the library has or had, locked until the transaction ends.
 */
export async function importAuthors(
  transaction: Queries,
  { authors: all, unchanged, faults }: Library,
  { changed, notes }: Came,
): Promise<{ counts: ImportCounts; absent: Set<string>; authorIds: string[] }> {
  const known = await listImportedAuthors(transaction, idsOf(all), { isLocked: true });
  const authorIds = [...new Set([...idsOf(known), ...idsOf(all)])];
  const knownById = new Map(known.map((row) => [row.id, row]));
  const counts: ImportCounts = {
    added: 0,
    updated: 0,
    unchanged: unchanged.authors.length,
    archived: 0,
  };
  const renamed: string[] = [];
  const returned: string[] = [];

  const names = new Map(known.map((row) => [row.id, row.aliasKey]));
  const out = staysOut(
    all
      .filter(({ id }) => !knownById.get(id)?.isHeld)
      .map(({ id, alias }) => ({ id, place: aliasKey(alias) })),
    (await listNamesHeld(transaction)).map(({ id, aliasKey: place }) => ({ id, place })),
    names,
  );
  const absent = new Set<string>();
  for (const { id, alias, file } of all) {
    const subjectId = out.get(id);
    if (!subjectId) continue;
    const note = `The library has another author called ${alias}. They won’t be imported until one of the two has a different name.`;
    notes.push({ subjectId, note, file });
    if (!names.has(id)) absent.add(aliasKey(alias));
    knownById.delete(id);
  }
  const found = all.filter(({ id }) => !out.has(id));

  const coming = found.filter(({ id }) => !knownById.get(id)?.isHeld);
  const wanted = new Map(coming.map(({ id, alias }) => [aliasKey(alias), id]));
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
    else if (before?.isHeld && before.sourceHash !== row.sourceHash)
      notes.push({
        subjectId: author.id,
        note: 'The library has a different version of this author. The editor’s version stays.',
      });
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
  const missing = [...knownById.values()].filter((row) => row.isActive && !isBroken(row));
  const note = 'This author is no longer in the library. They stay because an editor changed them.';
  notes.push(
    ...missing.filter(({ isHeld }) => isHeld).map(({ id: subjectId }) => ({ subjectId, note })),
  );
  const gone = missing.filter(({ isHeld }) => !isHeld);
  counts.archived = gone.length;
  // What the library had of theirs goes with it. What was written elsewhere is there again when they are.
  await retireWithin(transaction, idsOf(gone), 'keep', changed);
  return { counts, absent, authorIds };
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
