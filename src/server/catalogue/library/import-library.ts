import { updatePublishedArticleCounts } from '#server/catalogue/authors/author-rows.ts';
import { toPhotoFields } from '#server/catalogue/photos/photo-sheet.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import { upsertLibraryPhoto } from '#server/catalogue/photos/service.ts';
import type { ContentCacheKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createPublishedArticleCountSql } from '../articles/article-rows.ts';
import { announceContentChangeAndEnqueueJobs } from '../publication/publish-article.ts';
import type { ListArticlesWithUnpublishedChanges } from './conflicts.ts';
import { saveImportedEdition } from './edition.ts';
import { importArticles } from './import-articles.ts';
import { importAuthors } from './import-authors.ts';
import { type ImportNote, replaceImportNotes } from './import-notes.ts';
import type { ImportCounts } from './import-results.ts';
import type { Library } from './library.ts';

export interface LibraryImportResult {
  authors: ImportCounts;
  articles: ImportCounts;
  /**
   * A message for each valid file that was not imported because another author or article has its alias or URL. Each of
   * these messages consists of the file's path and the note that the studio shows to editors. Articles whose author was
   * not imported have no message. A further message counts the authors and articles that are missing from the library
   * but were not removed from the database.
   */
  warnings: string[];
}

/**
 * Imports a content library into the database in one transaction. Adds new authors and articles, updates changed ones,
 * retires removed authors and archives removed articles. Does not change the texts of editor-owned authors and
 * articles, which were created or changed in the studio. Importing the same library again has no effect.
 *
 * A file with errors counts as unchanged, so readers still see the previous version. While a file has errors, authors
 * and articles that are missing from the library usually stay visible, because a file that was renamed and cannot be
 * parsed looks like a removed file and an unrelated new one. The caller must first store the photographs of the library
 * (`storeLibraryPhotoFiles`).
 */
export async function importLibrary(
  queries: Queries,
  library: Library,
  listUnpublished: ListArticlesWithUnpublishedChanges = async () => new Set(),
): Promise<LibraryImportResult> {
  return queries.transaction(async (transaction) => {
    const changedKeys = new Set<ContentCacheKey>();
    const notes: ImportNote[] = [];
    const effects = { changedKeys, notes };
    const imported = await importAuthors(transaction, library, effects);
    const { counts: authorCounts, absentAliases, authorIds } = imported;
    const photos = await importPhotos(transaction, library);
    const articles = library.articles.filter((article) => !absentAliases.has(article.aliasKey));
    const options = { photos, listUnpublished };
    const articleCounts = await importArticles(
      transaction,
      { ...library, articles },
      options,
      effects,
    );
    await replaceImportNotes(transaction, notes);
    if (changedKeys.size) {
      await updatePublishedArticleCounts(transaction, authorIds, createPublishedArticleCountSql);
      await announceContentChangeAndEnqueueJobs(transaction, [...changedKeys]);
    }
    await saveImportedEdition(transaction, library.edition);
    const warnings = [
      ...notes.flatMap(({ file, note }) => (file ? `content/${file}: ${note}` : [])),
      ...describeKept(authorCounts.kept, articleCounts.kept),
    ];
    return { authors: authorCounts, articles: articleCounts, warnings };
  });
}

/**
 * Returns a list with one sentence, which counts the authors and articles that are missing from the library but were
 * not removed from the database. Returns an empty list if there are none.
 */
function describeKept(authors: number, articles: number): string[] {
  if (!authors && !articles) return [];
  return [
    `Missing from the library, but kept because a file with errors may be theirs. Authors: ${authors}; articles: ${articles}.`,
  ];
}

async function importPhotos(
  transaction: Queries,
  { photos }: Library,
): Promise<Map<string, StoredPhoto>> {
  const storedPhotos = new Map<string, StoredPhoto>();
  for (const { id, sheet } of photos)
    storedPhotos.set(id, await upsertLibraryPhoto(transaction, toPhotoFields(id, sheet)));
  return storedPhotos;
}
