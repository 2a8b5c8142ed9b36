import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * The path of each exported article's current file, by article ID. The path is null if the article is no longer
 * published.
 */
type ArticleFiles = ReadonlyMap<string, string | null>;

/**
 * Removes the former files of articles that were moved or archived, and the corresponding claims files. Otherwise, the
 * folder could contain two files with the same article ID, and an import would reject one of them. The former paths of
 * a moved article are not lost, because its current file lists them. Returns the names of the removed files.
 */
export async function removeFormerArticleFiles(
  folder: string,
  currentFiles: ArticleFiles,
): Promise<string[]> {
  const removed: string[] = [];
  for (const file of await listArticleFiles(folder)) {
    const currentFile = currentFiles.get(
      parseArticleId(await readFile(path.join(folder, file), 'utf8')) ?? '',
    );
    if (currentFile === undefined || currentFile === file) continue;
    removed.push(
      ...(await removeFileIfPresent(folder, file)),
      ...(await removeFileIfPresent(folder, getClaimsFilePath(file))),
    );
  }
  return removed;
}

/**
 * Removes a file from a library folder. Returns an array with the file's name, or an empty array if the file did not
 * exist.
 */
export async function removeFileIfPresent(folder: string, file: string): Promise<string[]> {
  try {
    await rm(path.join(folder, file));
    return [file];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Returns the path of the claims file that belongs to an article file. Both paths are relative to the library folder.
 */
export function getClaimsFilePath(file: string): string {
  return file.replace(/^articles\/(.*)\.md$/, 'claims/$1.yaml');
}

async function listArticleFiles(folder: string): Promise<string[]> {
  const names = await readdir(path.join(folder, 'articles'), { recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return names
    .filter((name) => name.endsWith('.md'))
    .map((name) => `articles/${name.split(path.sep).join('/')}`)
    .sort();
}

/** Returns the article ID in the front matter of an article file, or `undefined` if it has none. */
function parseArticleId(text: string): string | undefined {
  return /^id:\s*["']?([0-9a-f-]{36})\b/m.exec(text)?.[1];
}
