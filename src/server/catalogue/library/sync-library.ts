import path from 'node:path';
import { sql } from 'drizzle-orm';
import { listImportedAuthors } from '#server/catalogue/authors/author-rows.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { describeFileError } from '#server/platform/text/file-error.ts';
import { listImportedArticles } from '../articles/article-rows.ts';
import type { ListArticlesWithUnpublishedChanges } from './conflicts.ts';
import { findImportedEdition } from './edition.ts';
import { importLibrary } from './import-library.ts';
import type { ImportCounts } from './import-results.ts';
import { type ImportedContent, type Library, readLibrary } from './library.ts';
import { type PhotoStore, storeLibraryPhotos } from './store-photos.ts';

/** The folder of the library that is part of the release. */
export const SHIPPED_LIBRARY_FOLDER = path.join(import.meta.dirname, '../../../../content');

/** The outcome of a library sync, in sentences for the operator. */
export interface LibrarySyncResult {
  /** Problems, and why nothing was imported. */
  warnings: string[];
  /** "20 articles added", and so on. Unchanged items are not mentioned. */
  changes: string[];
}

export interface LibrarySyncOptions {
  /** Imports a library that is older than the imported one. */
  allowOlderEdition?: boolean;
  /** Publishes drafts as well. */
  withDrafts?: boolean;
  listUnpublished?: ListArticlesWithUnpublishedChanges | undefined;
  /** Milliseconds to wait for another process that is syncing. */
  lockTimeout?: number;
}

/** Milliseconds. Starting with the present content is better than waiting longer. */
const LOCK_TIMEOUT = 60_000;

/**
 * Imports a library folder and stores its photographs. One process at a time does this; the others wait, since they
 * might have no content without it, and then find it done. Imports nothing if the database has a newer edition, as when
 * an old release starts during a rolling update, or if the folder has no library.
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
  // An embedded database belongs to one release: an older library there means that somebody rolled back.
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
  // Autovacuum does not run in the embedded database. Without this, searching for a misspelled word took ten times as
  // long.
  if (changes.length && engine === 'embedded') await queries.execute(sql`VACUUM (ANALYZE)`);
  return { warnings: [...listWarnings(library), ...report.warnings], changes };
}

function listWarnings({ errors }: Library): string[] {
  return errors.map((error) => `content/${describeFileError(error)}`);
}

function createSkippedResult(...warnings: string[]): LibrarySyncResult {
  return { warnings, changes: [] };
}

/** True if there are no authors or no articles: the folder is wrong or still being copied. */
function isEmpty({ authors, articles, unchanged }: Library): boolean {
  return !(
    authors.length + unchanged.authors.length && articles.length + unchanged.articles.length
  );
}

/** Returns the imported items, so that unchanged files need not be parsed. */
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
