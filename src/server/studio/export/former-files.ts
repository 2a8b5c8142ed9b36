import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** Where each exported article is now, by its id: a file of the library; null where readers are to have it no more. */
type ArticleFiles = ReadonlyMap<string, string | null>;

/**
 * Removes what a library's folder has of articles elsewhere than where they are now, with what they claim there: two files
 * of one article are a fault of the second. Returns what was removed. Their former addresses are in their files.
 */
export async function removeFormerFiles(folder: string, places: ArticleFiles): Promise<string[]> {
  const removed: string[] = [];
  for (const file of await listArticleFiles(folder)) {
    const place = places.get(parseArticleId(await readFile(path.join(folder, file), 'utf8')) ?? '');
    if (place === undefined || place === file) continue;
    removed.push(
      ...(await removeIfPresent(folder, file)),
      ...(await removeIfPresent(folder, getClaimsFile(file))),
    );
  }
  return removed;
}

/** Removes a file of a library's folder; its name, where it was there. */
export async function removeIfPresent(folder: string, file: string): Promise<string[]> {
  try {
    await rm(path.join(folder, file));
    return [file];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Where an article's claims are, by where it is. */
export function getClaimsFile(file: string): string {
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

/** The id in an article's front matter. */
function parseArticleId(text: string): string | undefined {
  return /^id:\s*["']?([0-9a-f-]{36})\b/m.exec(text)?.[1];
}
