import path from 'node:path';
import { listImportedAuthors } from '#server/catalogue/authors/author-rows.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { vacuumChangedEmbeddedTables } from '#server/platform/db/vacuum.ts';
import { describeContentFileError } from '#server/platform/text/file-error.ts';
import { listImportedArticles } from '../articles/article-rows.ts';
import type { ListArticlesWithUnpublishedChanges } from './conflicts.ts';
import { findImportedEdition } from './edition.ts';
import { importLibrary } from './import-library.ts';
import type { ImportCounts } from './import-results.ts';
import { type ImportedRowsByHash, type Library, readLibrary } from './library.ts';
import { type LibraryPhotoStore, storeLibraryPhotoFiles } from './store-photos.ts';

/** Path of the library folder that ships with Octavo. */
export const SHIPPED_LIBRARY_FOLDER = path.join(import.meta.dirname, '../../../../content');

/** The outcome of a library sync, as sentences for the operator. */
export interface LibrarySyncMessages {
  /** Problems in the library, or the reason that nothing was imported, as sentences. */
  warnings: string[];
  /** Sentences such as "20 articles added". Unchanged authors and articles are not included. */
  changes: string[];
}

export interface LibrarySyncOptions {
  /** True to import a library that is older than the imported one. */
  allowOlderEdition?: boolean;
  /** True to import and publish drafts too. */
  withDrafts?: boolean;
  listUnpublished?: ListArticlesWithUnpublishedChanges | undefined;
  /** Milliseconds to wait for another process that imports the library. The default is one minute. */
  lockTimeout?: number;
}

/**
 * Default lock timeout in milliseconds. After this time, the server starts with the content that is already in the
 * database.
 */
const LOCK_TIMEOUT = 60_000;

/**
 * Imports a library folder and stores its photographs. Only one process imports at a time. Other processes wait, since
 * the database may still be empty. After they have waited, they find nothing left to import. Imports nothing if the
 * folder has no library, or if the database has a newer edition (for example, if an old release starts during a rolling
 * update).
 */
export async function syncLibrary(
  database: Database,
  photos: LibraryPhotoStore,
  folder: string,
  {
    allowOlderEdition = false,
    withDrafts = false,
    listUnpublished,
    lockTimeout = LOCK_TIMEOUT,
  }: LibrarySyncOptions = {},
): Promise<LibrarySyncMessages> {
  const timeout = AbortSignal.timeout(lockTimeout);
  let hasStarted = false;
  const syncLocked = (lockLost: AbortSignal) => {
    hasStarted = true;
    return syncWhileLocked(
      database,
      photos,
      folder,
      { allowOlderEdition: allowOlderEdition, withDrafts, listUnpublished },
      lockLost,
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
  photos: LibraryPhotoStore,
  folder: string,
  { allowOlderEdition, withDrafts, listUnpublished }: Omit<LibrarySyncOptions, 'lockTimeout'>,
  lockLost: AbortSignal,
): Promise<LibrarySyncMessages> {
  const parsedLibrary = await readLibrary(folder, {
    imported: await findImportedRowsByHash(queries),
    withDrafts,
  });
  if (isEmpty(parsedLibrary))
    return createSkippedResult(
      ...listWarnings(parsedLibrary),
      `No library found in ${folder}. The database stays as it is.`,
    );
  const { edition } = parsedLibrary;
  const importedEdition = await findImportedEdition(queries);
  // Only one release at a time uses an embedded database, so an older library means that the operator has rolled back
  // to an older release. The older library is imported.
  if (edition < importedEdition && engine !== 'embedded' && !allowOlderEdition)
    return createSkippedResult(
      `The library is edition ${edition}, but the database already has edition ${importedEdition}, so nothing was imported. To roll back on purpose, start once with ALLOW_OLDER_LIBRARY=true.`,
    );
  const library = await storeLibraryPhotoFiles(queries, photos, folder, parsedLibrary);
  const report = await queries.transaction(async (transaction) => {
    const importReport = await importLibrary(transaction, library, listUnpublished);
    lockLost.throwIfAborted();
    return importReport;
  });
  const changes = [
    ...describeChanges('authors', report.authors),
    ...describeChanges('articles', report.articles),
  ];
  // The embedded database has no autovacuum. Without statistics from ANALYZE, searches for a misspelled word took ten
  // times as long.
  if (changes.length && engine === 'embedded') await vacuumChangedEmbeddedTables(queries);
  return { warnings: [...listWarnings(library), ...report.warnings], changes };
}

function listWarnings({ errors }: Library): string[] {
  return errors.map((error) => `content/${describeContentFileError(error)}`);
}

function createSkippedResult(...warnings: string[]): LibrarySyncMessages {
  return { warnings, changes: [] };
}

/**
 * Returns true if the library has no authors or no articles. This means that the folder is wrong, or that its files are
 * still being copied.
 */
function isEmpty({ authors, articles, unchanged }: Library): boolean {
  return !(
    authors.length + unchanged.authors.length && articles.length + unchanged.articles.length
  );
}

/**
 * Returns the imported authors and articles by the hash of their file, so that unchanged files need not be parsed
 * again.
 */
export async function findImportedRowsByHash(queries: Queries): Promise<ImportedRowsByHash> {
  const authors = await listImportedAuthors(queries);
  const articles = await listImportedArticles(queries);
  const activeAuthors = authors.filter(({ isActive }) => isActive);
  const published = articles.filter(({ isPublished }) => isPublished);
  return {
    authors: new Map(activeAuthors.map(({ sourceHash, ...author }) => [sourceHash!, author])),
    articles: new Map(published.map(({ sourceHash, ...article }) => [sourceHash!, article])),
  };
}

function describeChanges(noun: string, { added, updated, archived }: ImportCounts): string[] {
  return Object.entries({ added, updated, archived })
    .filter(([, count]) => count > 0)
    .map(([change, count]) => `${count} ${noun} ${change}`);
}
