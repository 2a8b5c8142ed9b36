import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aliasKey } from '#domain/paths.ts';
import {
  findEditorArticle,
  listEditorArticleRows,
  listFormerUrls,
} from '#server/catalogue/articles/editor-articles.ts';
import { listEditorAuthors } from '#server/catalogue/authors/editor-authors.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { getClaimsFile, removeFormerFiles, removeIfPresent } from './former-files.ts';
import { createExactFile, type LibraryFile } from './library-file.ts';
import { serializeArticle, serializeClaims } from './serialize-article.ts';
import { serializeAuthor } from './serialize-author.ts';
import { type ExportSources, serializePhoto } from './serialize-photo.ts';

/** Articles that are looked at with one query. */
const PAGE_SIZE = 500;

/**
 * Writes what the studio published, and no file of the library says yet, into a library's folder in the shipped format:
 * articles, what they claim, and the photographs they are shown with. What an editor archived, or has at another address
 * by now, leaves its file. Returns the files that were written or removed; what is there already as it should be is none
 * of them. Throws `NotFoundError` where a photograph is not kept here.
 */
export async function exportArticles(shelves: ExportSources, folder: string): Promise<string[]> {
  const touched: string[] = [];
  const places = new Map<string, string | null>();
  for (let after: string | undefined; ; ) {
    const lines = await listEditorArticleRows(shelves.queries, PAGE_SIZE, after);
    for (const { id, author, slug, status, isOfLibrary, isHeld } of lines) {
      if (isOfLibrary && !isHeld) continue;
      if (status === 'archived') places.set(id, null);
      if (status !== 'published') continue;
      places.set(id, `articles/${path.posix.join(aliasKey(author), slug)}.md`);
      touched.push(...(await exportArticle(shelves, id, places.get(id)!, folder)));
    }
    after = lines.at(-1)?.id;
    if (lines.length < PAGE_SIZE) break;
  }
  // Last: one article may have the address of another by now.
  return [...touched, ...(await removeFormerFiles(folder, places))];
}

async function exportArticle(
  shelves: ExportSources,
  id: string,
  file: string,
  folder: string,
): Promise<string[]> {
  const article = (await findEditorArticle(shelves.queries, id))!;
  const formerly = await listFormerUrls(shelves.queries, id);
  const { claims, image, body } = article;
  // The photograph first: no article is left that names one which is not there.
  const written = await writeLibraryFiles(folder, [
    ...(image.photo ? await serializePhoto(shelves, image.photo.id) : []),
    createExactFile(file, serializeArticle(article, formerly)),
    ...(claims ? [createExactFile(getClaimsFile(file), serializeClaims(claims))] : []),
  ]);
  // What readers know it rests on is in that file alone, where nobody has written down more.
  const isBare = !claims && !body.sources?.length;
  return isBare ? [...written, ...(await removeIfPresent(folder, getClaimsFile(file)))] : written;
}

/**
 * Writes who writes, as the studio has them, where no file of the library says the same; returns as
 * {@link exportArticles} does.
 */
export async function exportAuthors(queries: Queries, folder: string): Promise<string[]> {
  const authors = await listEditorAuthors(queries, 'active');
  const ours = authors.filter(({ isHeld, isOfLibrary }) => isHeld || !isOfLibrary);
  return writeLibraryFiles(folder, ours.flatMap(serializeAuthor));
}

async function writeLibraryFiles(
  folder: string,
  sources: readonly LibraryFile[],
): Promise<string[]> {
  const written: string[] = [];
  for (const { file, content, isSaidBy } of sources) {
    const target = path.join(folder, file);
    const there = await readIfPresent(target);
    if (there !== undefined && isSaidBy(there)) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
    written.push(file);
  }
  return written;
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
