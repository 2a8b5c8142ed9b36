import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { type Library, readLibrary } from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import type { Database } from '#server/platform/db/database.ts';
import { filterArticleIdsWithUnpublishedChanges } from '#server/studio/manuscripts/repository.ts';

/** The articles of the test library. Importing the whole shipped library would take five times as long. */
const ARTICLES = [
  'ballast/total-loss-still-afloat',
  'ballast/where-to-paint-the-line',
  'fencepost/in-defence-of-the-eraser',
  'fencepost/how-rome-lost-count-of-its-leap-years',
  'gantry/a-bridge-you-can-sit-in',
  'gantry/the-crack-nobody-could-have-seen',
  'lullwater/the-hamster-with-a-twenty-hour-day',
  'lullwater/how-blind-mice-knew-it-was-morning',
  'marginalia/the-ink-that-eats-the-page',
  'marginalia/the-type-that-went-off-the-bridge',
  'plumbline/sixty-nanoseconds-too-soon',
  'plumbline/the-plumb-line-that-leaned',
  'potsherd/a-well-full-of-votes',
  'potsherd/absent-brewing-beer',
  'tenterhook/the-bump-ebbinghaus-did-not-believe',
  'tenterhook/what-the-waiter-never-proved',
  'threadbare/the-clock-that-was-right-by-accident',
  'threadbare/the-tortoise-who-wanted-one-more-step',
  'waystone/a-field-three-borders-deep',
  'waystone/the-lighthouse-on-the-wrong-side',
];

const CACHE_FOLDER = path.join(import.meta.dirname, '../../../node_modules/.octavo');

/** Path of a folder with twenty articles from the shipped library and their ten authors. Tests must not write to it. */
export const TEST_LIBRARY_FOLDER = copyFilesToCacheFolder(
  [
    ...ARTICLES.flatMap((article) => [`articles/${article}.md`, `claims/${article}.yaml`]),
    ...new Set(ARTICLES.map((article) => `authors/${article.split('/')[0]}.yaml`)),
    'edition.yaml',
    'lexicon.yaml',
  ].filter((file) => existsSync(path.join(SHIPPED_LIBRARY_FOLDER, file))),
);

/**
 * Imports the test library, or the library in `folder`. If a test is not about the import, use `openFilled`
 * (`databases.ts`) instead, which opens a database that already contains the library.
 */
export async function importTestLibrary(
  { queries }: Database,
  folder = TEST_LIBRARY_FOLDER,
): Promise<Library> {
  const library = await readLibrary(folder);
  await importLibrary(queries, library, filterArticleIdsWithUnpublishedChanges);
  return library;
}

/**
 * Copies the articles of the given authors from the test library to a new folder, with all other files that a library
 * requires.
 */
export function copyTestLibraryForAuthors(folder: string, authors: readonly string[]): void {
  cpSync(TEST_LIBRARY_FOLDER, folder, {
    recursive: true,
    filter(source) {
      const [, author] = path.relative(TEST_LIBRARY_FOLDER, source).split(path.sep);
      return !author || authors.includes(path.parse(author).name);
    },
  });
}

/**
 * Creates a folder with copies of the given files. The folder's name is derived from the files' contents, so that the
 * same files are copied only once. Several processes may call this function at the same time.
 */
function copyFilesToCacheFolder(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(file).update(readFileSync(path.join(SHIPPED_LIBRARY_FOLDER, file)));
  const folder = path.join(CACHE_FOLDER, `twenty-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const temporaryFolder = `${folder}.${randomUUID()}`;
  for (const file of files) {
    mkdirSync(path.dirname(path.join(temporaryFolder, file)), { recursive: true });
    cpSync(path.join(SHIPPED_LIBRARY_FOLDER, file), path.join(temporaryFolder, file));
  }
  try {
    renameSync(temporaryFolder, folder);
  } catch (error) {
    rmSync(temporaryFolder, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
