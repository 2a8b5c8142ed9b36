import path from 'node:path';
import { sql } from 'drizzle-orm';
import { listImportedAuthors } from '#server/catalogue/authors/author-rows.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { describeFault } from '#server/platform/text/fault.ts';
import { listImportedArticles } from '../articles/article-rows.ts';
import type { ListArticlesWithUnpublishedChanges } from './conflicts.ts';
import { findImportedEdition } from './edition.ts';
import { importLibrary } from './import-library.ts';
import type { ImportCounts } from './import-results.ts';
import { type ImportedContent, type Library, readLibrary } from './library.ts';
import { type PhotoStore, storeLibraryPhotos } from './store-photos.ts';

/** The folder of the library that ships. */
export const SHIPPED_LIBRARY_FOLDER = path.join(import.meta.dirname, '../../../../content');

/** What filling the shelves came to, in sentences for whoever started it. */
export interface LibrarySyncResult {
  /** What is wrong, or was not done. */
  warnings: string[];
  /** "20 articles added", and so on; nothing of what stayed as it was. */
  changes: string[];
}

export interface LibrarySyncOptions {
  /** Takes a library that is older than what is on the shelves. */
  allowOlderEdition?: boolean;
  /** Shows drafts, too, as if they were published. */
  withDrafts?: boolean;
  listUnpublished?: ListArticlesWithUnpublishedChanges | undefined;
  /** Milliseconds to wait for another process that is filling them. */
  lockTimeout?: number;
}

/** Milliseconds. A start that waits longer is worth less than one that serves what there is. */
const LOCK_TIMEOUT = 60_000;

/**
 * Brings the shelves in line with the library in a folder, and has its photographs kept. One process does it at a time; the others wait,
 * for without them they might have nothing to show, and then find it done. Left as they are: shelves whose
 * library is newer than this one (an older release that starts while a newer one is being rolled out), and
 * any when there is nothing to be read here.
 */
export async function syncLibrary(
  database: Database,
  photos: PhotoStore,
  folder: string,
  {
    allowOlderEdition = false,
    withDrafts = false,
    listUnpublished,
    lockTimeout = LOCK_TIMEOUT,
  }: LibrarySyncOptions = {},
): Promise<LibrarySyncResult> {
  const timeout = AbortSignal.timeout(lockTimeout);
  let hasStarted = false;
  const syncLocked = (lost: AbortSignal) => {
    hasStarted = true;
    return syncWhileLocked(
      database,
      photos,
      folder,
      { allowOlderEdition: allowOlderEdition, withDrafts, listUnpublished },
      lost,
    );
  };
  return withLock(database, 'library', syncLocked, timeout).catch((error: unknown) => {
    if (hasStarted || !timeout.aborted) throw error;
    return createSkippedResult(
      'Another process has been importing the library for too long. Starting without waiting for it.',
    );
  });
}

async function syncWhileLocked(
  { engine, queries }: Database,
  photos: PhotoStore,
  folder: string,
  { allowOlderEdition, withDrafts, listUnpublished }: Omit<LibrarySyncOptions, 'patience'>,
  lost: AbortSignal,
): Promise<LibrarySyncResult> {
  const read = await readLibrary(folder, {
    imported: await listImportedContent(queries),
    withDrafts,
  });
  if (isEmpty(read))
    return createSkippedResult(
      ...listWarnings(read),
      `No library found in ${folder}. The database stays as it is.`,
    );
  const { edition } = read;
  const imported = await findImportedEdition(queries);
  // The embedded database is one release's: there, an older library is one somebody went back to.
  if (edition < imported && engine !== 'embedded' && !allowOlderEdition)
    return createSkippedResult(
      `The library is edition ${edition}, but the database already has edition ${imported}, so nothing was imported. To roll back on purpose, start once with ALLOW_OLDER_LIBRARY=true.`,
    );
  const library = await storeLibraryPhotos(queries, photos, folder, read);
  const report = await queries.transaction(async (transaction) => {
    const imported = await importLibrary(transaction, library, listUnpublished);
    lost.throwIfAborted();
    return imported;
  });
  const changes = [
    ...describeChanges('authors', report.authors),
    ...describeChanges('articles', report.articles),
  ];
  // Nobody else tidies up in the embedded database: a search for a misspelt word took ten times as long.
  if (changes.length && engine === 'embedded') await queries.execute(sql`VACUUM (ANALYZE)`);
  return { warnings: [...listWarnings(library), ...report.warnings], changes };
}

function listWarnings({ faults }: Library): string[] {
  return faults.map((fault) => `content/${describeFault(fault)}`);
}

function createSkippedResult(...warnings: string[]): LibrarySyncResult {
  return { warnings, changes: [] };
}

/** Whether there are no authors, or no articles: the files are somewhere else, or on their way. */
function isEmpty({ authors, articles, unchanged }: Library): boolean {
  return !(
    authors.length + unchanged.authors.length && articles.length + unchanged.articles.length
  );
}

/** What readers have, as it was imported: files that say the same need not be read. */
async function listImportedContent(queries: Queries): Promise<ImportedContent> {
  const authors = await listImportedAuthors(queries);
  const articles = await listImportedArticles(queries);
  const shown = authors.filter(({ isActive }) => isActive);
  const published = articles.filter(({ isPublished }) => isPublished);
  return {
    authors: new Map(shown.map(({ sourceHash, ...author }) => [sourceHash!, author])),
    articles: new Map(published.map(({ sourceHash, ...article }) => [sourceHash!, article])),
  };
}

function describeChanges(what: string, { added, updated, archived }: ImportCounts): string[] {
  return Object.entries({ added, updated, archived })
    .filter(([, count]) => count > 0)
    .map(([change, count]) => `${count} ${what} ${change}`);
}
