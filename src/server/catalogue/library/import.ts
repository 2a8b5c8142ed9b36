import { publishedCountOf } from '#server/catalogue/articles/service.ts';
import { keepArticleCounts } from '#server/catalogue/authors/service.ts';
import { photoOfSheet, type StoredPhoto, shelvePhoto } from '#server/catalogue/photos/service.ts';
import { announceChange, type ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { rememberEdition } from './edition.ts';
import { importArticles } from './import-articles.ts';
import { importAuthors } from './import-authors.ts';
import type { ImportCounts } from './import-counts.ts';
import type { Library } from './library.ts';

export interface ImportReport {
  authors: ImportCounts;
  articles: ImportCounts;
}

/**
 * Brings the database in line with the library, in one transaction: adds what is new, updates what changed,
 * archives what is gone, leaves alone what was made elsewhere. Running it again changes nothing. A file
 * with faults counts as unchanged: what readers had of it, they keep. The files of its photographs are
 * kept before (`keep-photos.ts`).
 */
export async function importLibrary(queries: Queries, library: Library): Promise<ImportReport> {
  return queries.transaction(async (transaction) => {
    const changed = new Set<ContentKey>();
    const authorReport = await importAuthors(transaction, library, changed);
    const photos = await importPhotos(transaction, library);
    const articleReport = await importArticles(transaction, library, photos, changed);
    if (changed.size) {
      await keepArticleCounts(transaction, publishedCountOf);
      await announceChange(transaction, [...changed]);
    }
    await rememberEdition(transaction, library.edition);
    return { authors: authorReport, articles: articleReport };
  });
}

async function importPhotos(
  transaction: Queries,
  { photos }: Library,
): Promise<Map<string, StoredPhoto>> {
  const stored = new Map<string, StoredPhoto>();
  for (const { id, sheet } of photos)
    stored.set(id, await shelvePhoto(transaction, photoOfSheet(id, sheet)));
  return stored;
}
