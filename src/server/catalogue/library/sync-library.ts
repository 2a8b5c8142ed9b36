import path from 'node:path';
import { listImportedAuthors } from '#server/catalogue/authors/author-rows.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { vacuumChangedTables } from '#server/platform/db/vacuum.ts';
import { describeContentFileError } from '#server/platform/text/file-error.ts';
import { listArticlesForImport } from '../articles/article-rows.ts';
import type { ListArticlesWithUnpublishedChanges } from './conflicts.ts';
import { findImportedEdition } from './edition.ts';
import { importLibrary } from './import-library.ts';
import type { ImportCounts } from './import-results.ts';
import { type ImportedRowsByHash, type Library, readLibrary } from './library.ts';
import { type LibraryPhotoStore, storeLibraryPhotoFiles } from './store-photos.ts';

/** Path of the folder with the content library that ships with Octavo. */
export const SHIPPED_LIBRARY_FOLDER = path.join(import.meta.dirname, '../../../../content');

/** Messages from a library import, for the operator. */
export interface LibrarySyncMessages {
  /** Problems in the library, or the reason why nothing was imported. */
  warnings: string[];
  /** Changes such as "20 articles added". Unchanged authors and articles are not mentioned. */
  changes: string[];
}

export interface LibrarySyncOptions {
  /** True to import the library even if a newer edition was imported before. */
  allowOlderEdition?: boolean;
  /** True to import and publish drafts as well. */
  withDrafts?: boolean;
  listUnpublished?: ListArticlesWithUnpublishedChanges | undefined;
  /** Milliseconds to wait while another process is importing the library. The default is one minute. */
  lockTimeout?: number;
}

/**
 * Default number of milliseconds to wait while another process is importing the library. After this time, the server
 * starts with the content that is already in the database.
 */
const LOCK_TIMEOUT = 60_000;

/**
 * Imports a content library from a folder, and stores its photographs. Only one process imports at a time. Other
 * processes wait, because the database may be empty until the first import ends. They then find nothing left to import.
 *
 * Imports nothing if the folder contains no library, or if the database contains a newer edition. The database may
 * contain a newer edition if an older version of Octavo starts during a rolling update. With an embedded database, or
 * if `allowOlderEdition` is true, even an older edition is imported.
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
  // Only one version of Octavo at a time uses an embedded database. If the library is older than the database, the
  // operator has returned to an older version of Octavo on purpose, so the older library is imported.
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
  // The embedded database has no autovacuum, so its tables are vacuumed and analyzed here. Without the statistics that
  // ANALYZE collects, searches for a misspelled word took ten times as long.
  if (changes.length && engine === 'embedded') await vacuumChangedTables(queries);
  return { warnings: [...listWarnings(library), ...report.warnings], changes };
}

function listWarnings({ errors }: Library): string[] {
  return errors.map((error) => `content/${describeContentFileError(error)}`);
}

function createSkippedResult(...warnings: string[]): LibrarySyncMessages {
  return { warnings, changes: [] };
}

/**
 * Returns true if the library has no authors or no articles. This happens if the folder is the wrong one or if its
 * files are still being copied.
 */
function isEmpty({ authors, articles, unchanged }: Library): boolean {
  return !(
    authors.length + unchanged.authors.length && articles.length + unchanged.articles.length
  );
}

/**
 * Returns the imported authors who are active and the imported articles that are published, keyed by the hash of their
 * file. With these hashes, {@link readLibrary} recognizes unchanged files and does not parse them. Retired authors and
 * withdrawn articles are omitted, so that their files are always parsed.
 */
export async function findImportedRowsByHash(queries: Queries): Promise<ImportedRowsByHash> {
  const authors = await listImportedAuthors(queries);
  const articles = await listArticlesForImport(queries);
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
