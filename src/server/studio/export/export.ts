import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { aliasKey } from '#domain/addresses.ts';
import { findOnDesk, listOnDesk } from '#server/catalogue/articles/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { articleSource, claimsSource } from './article-source.ts';

/** Articles that are looked at with one query. */
const PAGE = 500;

/**
 * Writes what the studio published, and no file of the library says yet, into a library's folder in the shipped format.
 * Returns the files that were written; what is there already as it should be is none of them.
 */
export async function exportArticles(queries: Queries, folder: string): Promise<string[]> {
  const written: string[] = [];
  for (let after: string | undefined; ; ) {
    const lines = await listOnDesk(queries, PAGE, after);
    for (const { id, status, isOfLibrary, isHeld } of lines)
      if (status === 'published' && (isHeld || !isOfLibrary))
        written.push(...(await exportArticle(queries, id, folder)));
    after = lines.at(-1)?.id;
    if (lines.length < PAGE) return written;
  }
}

async function exportArticle(queries: Queries, id: string, folder: string): Promise<string[]> {
  const article = (await findOnDesk(queries, id))!;
  const name = path.posix.join(aliasKey(article.authorAlias), article.slug);
  const { claims } = article;
  const files = {
    [`articles/${name}.md`]: articleSource(article),
    ...(claims && { [`claims/${name}.yaml`]: claimsSource(claims) }),
  };
  const written: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    if ((await readIfThere(target)) === text) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
    written.push(file);
  }
  return written;
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
