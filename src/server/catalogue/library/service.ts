import path from 'node:path';
import { sql } from 'drizzle-orm';
import { listImportedAuthors } from '#server/catalogue/authors/personas.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { describeFault } from '#server/platform/text/fault.ts';
import { listImportedArticles } from '../articles/article-rows.ts';
import type { ListUnpublished } from './conflicts.ts';
import { importedEdition } from './edition.ts';
import { importLibrary } from './import.ts';
import type { ImportCounts } from './import-counts.ts';
import { keepPhotos, type PhotoStore } from './keep-photos.ts';
import { type Library, type OnShelves, readLibrary } from './library.ts';

/** The folder of the library that ships. */
export const SHIPPED_LIBRARY = path.join(import.meta.dirname, '../../../../content');

/** What filling the shelves came to, in sentences for whoever started it. */
export interface Filling {
  /** What is wrong, or was not done. */
  warnings: string[];
  /** "20 articles added", and so on; nothing of what stayed as it was. */
  changes: string[];
}

export interface FillOptions {
  /** Takes a library that is older than what is on the shelves. */
  mayGoBack?: boolean;
  /** Shows drafts, too, as if they were published. */
  withDrafts?: boolean;
  listUnpublished?: ListUnpublished | undefined;
  /** Milliseconds to wait for another process that is filling them. */
  patience?: number;
}

/** Milliseconds. A start that waits longer is worth less than one that serves what there is. */
const PATIENCE = 60_000;

/**
 * Brings the shelves in line with the library in a folder, and has its photographs kept. One process does it at a time; the others wait,
 * for without them they might have nothing to show, and then find it done. Left as they are: shelves whose
 * library is newer than this one (an older release that starts while a newer one is being rolled out), and
 * any when there is nothing to be read here.
 */
export async function fillShelves(
  database: Database,
  photos: PhotoStore,
  folder: string,
  { mayGoBack = false, withDrafts = false, listUnpublished, patience = PATIENCE }: FillOptions = {},
): Promise<Filling> {
  const waiting = AbortSignal.timeout(patience);
  let isMine = false;
  const fill = (lost: AbortSignal) => {
    isMine = true;
    return fillAlone(database, photos, folder, { mayGoBack, withDrafts, listUnpublished }, lost);
  };
  return withLock(database, 'library', fill, waiting).catch((error: unknown) => {
    if (isMine || !waiting.aborted) throw error;
    return unfilled(
      'Another process has been importing the library for too long. Starting without waiting for it.',
    );
  });
}

async function fillAlone(
  { engine, queries }: Database,
  photos: PhotoStore,
  folder: string,
  { mayGoBack, withDrafts, listUnpublished }: Omit<FillOptions, 'patience'>,
  lost: AbortSignal,
): Promise<Filling> {
  const read = await readLibrary(folder, { known: await listOnShelves(queries), withDrafts });
  if (isEmpty(read))
    return unfilled(
      ...warningsOf(read),
      `No library found in ${folder}. The database stays as it is.`,
    );
  const { edition } = read;
  const onShelves = await importedEdition(queries);
  // The embedded database is one release's: there, an older library is one somebody went back to.
  if (edition < onShelves && engine !== 'embedded' && !mayGoBack)
    return unfilled(
      `The library is edition ${edition}, but the database already has edition ${onShelves}, so nothing was imported. To roll back on purpose, start once with ALLOW_OLDER_LIBRARY=true.`,
    );
  const library = await keepPhotos(queries, photos, folder, read);
  const report = await queries.transaction(async (transaction) => {
    const imported = await importLibrary(transaction, library, listUnpublished);
    lost.throwIfAborted();
    return imported;
  });
  const changes = [
    ...changesOf('authors', report.authors),
    ...changesOf('articles', report.articles),
  ];
  // Nobody else tidies up in the embedded database: a search for a misspelt word took ten times as long.
  if (changes.length && engine === 'embedded') await queries.execute(sql`VACUUM (ANALYZE)`);
  return { warnings: [...warningsOf(library), ...report.warnings], changes };
}

function warningsOf({ faults }: Library): string[] {
  return faults.map((fault) => `content/${describeFault(fault)}`);
}

function unfilled(...warnings: string[]): Filling {
  return { warnings, changes: [] };
}

/** Whether there are no authors, or no articles: the files are somewhere else, or on their way. */
function isEmpty({ authors, articles, unchanged }: Library): boolean {
  return !(
    authors.length + unchanged.authors.length && articles.length + unchanged.articles.length
  );
}

/** What readers have, as it was imported: files that say the same need not be read. */
async function listOnShelves(queries: Queries): Promise<OnShelves> {
  const authors = await listImportedAuthors(queries);
  const articles = await listImportedArticles(queries);
  const shown = authors.filter(({ isActive }) => isActive);
  const published = articles.filter(({ isPublished }) => isPublished);
  return {
    authors: new Map(shown.map(({ sourceHash, ...author }) => [sourceHash!, author])),
    articles: new Map(published.map(({ sourceHash, ...article }) => [sourceHash!, article])),
  };
}

function changesOf(what: string, { added, updated, archived }: ImportCounts): string[] {
  return Object.entries({ added, updated, archived })
    .filter(([, count]) => count > 0)
    .map(([change, count]) => `${count} ${what} ${change}`);
}
