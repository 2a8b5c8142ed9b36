import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { normalizeAlias } from '#domain/paths.ts';
import {
  findArticleForEditors,
  listArticleRowsForEditors,
  listFormerPaths,
} from '#server/catalogue/articles/editor-articles.ts';
import { listAllAuthorsForEditors } from '#server/catalogue/authors/editor-authors.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createAuthorLibraryFiles } from './author-files.ts';
import { createVerbatimExportedFile, type ExportedLibraryFile } from './exported-library-file.ts';
import {
  getClaimsFilePath,
  removeFileIfPresent,
  removeFormerArticleFiles,
} from './former-files.ts';
import { createPhotoLibraryFiles, type ExportSources } from './photo-files.ts';
import { serializeArticle, serializeClaims } from './serialize-article.ts';

/** The number of articles that one query loads. */
const PAGE_SIZE = 500;

/**
 * Exports published articles to a library folder, in the shipped library's format. Only articles that editors created
 * or changed are exported, with their claims (statements with sources) and photographs. Removes the files of articles
 * that an editor archived or moved. Returns the names of the written and removed files, excluding files that were
 * already up to date. Throws `NotFoundError` if the file store lacks a photograph.
 */
export async function exportEditedArticles(
  sources: ExportSources,
  folder: string,
): Promise<string[]> {
  const touched: string[] = [];
  const currentFiles = new Map<string, string | null>();
  for (let after: string | undefined; ; ) {
    const lines = await listArticleRowsForEditors(sources.queries, PAGE_SIZE, after);
    for (const { id, author, slug, status, isOfLibrary, isHeld } of lines) {
      if (isOfLibrary && !isHeld) continue;
      if (status === 'archived') currentFiles.set(id, null);
      if (status !== 'published') continue;
      currentFiles.set(id, `articles/${path.posix.join(normalizeAlias(author), slug)}.md`);
      touched.push(...(await exportArticle(sources, id, currentFiles.get(id)!, folder)));
    }
    after = lines.at(-1)?.id;
    if (lines.length < PAGE_SIZE) break;
  }
  // Former files are removed only after the paths of all current files are known, because another article may now use
  // the path of a former file.
  return [...touched, ...(await removeFormerArticleFiles(folder, currentFiles))];
}

async function exportArticle(
  sources: ExportSources,
  id: string,
  file: string,
  folder: string,
): Promise<string[]> {
  const article = (await findArticleForEditors(sources.queries, id))!;
  const formerly = await listFormerPaths(sources.queries, id);
  const { claims, image, body } = article;
  // Photographs are written first, so that no article on disk refers to a missing photograph.
  const writtenFiles = await writeLibraryFiles(folder, [
    ...(image.photo ? await createPhotoLibraryFiles(sources, image.photo.id) : []),
    createVerbatimExportedFile(file, serializeArticle(article, formerly)),
    ...(claims
      ? [createVerbatimExportedFile(getClaimsFilePath(file), serializeClaims(claims))]
      : []),
  ]);
  // The claims file also contains the published sources, so it is removed only if the article has neither claims nor
  // sources.
  const hasNoClaimsFile = !claims && !body.sources?.length;
  return hasNoClaimsFile
    ? [...writtenFiles, ...(await removeFileIfPresent(folder, getClaimsFilePath(file)))]
    : writtenFiles;
}

/**
 * Exports the active authors that editors created or changed. Writes only files that differ from
 * those on disk. Returns the names of the written files.
 */
export async function exportEditedAuthors(queries: Queries, folder: string): Promise<string[]> {
  const authors = await listAllAuthorsForEditors(queries, 'active');
  const edited = authors.filter(({ isHeld, isOfLibrary }) => isHeld || !isOfLibrary);
  return writeLibraryFiles(folder, edited.flatMap(createAuthorLibraryFiles));
}

async function writeLibraryFiles(
  folder: string,
  sources: readonly ExportedLibraryFile[],
): Promise<string[]> {
  const writtenFiles: string[] = [];
  for (const { file, content, matchesContent } of sources) {
    const target = path.join(folder, file);
    const existing = await readIfPresent(target);
    if (existing !== undefined && matchesContent(existing)) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
    writtenFiles.push(file);
  }
  return writtenFiles;
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
