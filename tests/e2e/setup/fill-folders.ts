/**
 * Creates two data folders. Each server under test gets a copy of one of them. `filled` contains the test library, and
 * `earlier` contains an earlier edition of it. In the earlier edition, an article that was withdrawn later is still
 * published, and another article has a different URL. The file `earlier.json` contains the URLs of these two articles.
 *
 *   node tests/e2e/setup/fill-folders.ts <folder>
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { v7 as newId } from 'uuid';
import { articlePath } from '#domain/paths.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import {
  type Library,
  type LibraryArticle,
  readLibrary,
} from '#server/catalogue/library/library.ts';
import { CONTENT_CHANGE_JOB_DEFINITIONS } from '#server/catalogue/publication/publish-article.ts';
import { lockDataFolder } from '#server/platform/db/data-folder.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { E2E_LIBRARY_FOLDER } from './test-library.ts';

export interface EarlierEditionUrls {
  withdrawn: string;
  former: string;
}

const folder = process.argv[2];
if (!folder) throw new Error('Which folder?');
const [filledFolder, earlierFolder] = [path.join(folder, 'filled'), path.join(folder, 'earlier')];
const library = await readLibrary(E2E_LIBRARY_FOLDER);
await publishLibrary(filledFolder, library);
cpSync(filledFolder, earlierFolder, { recursive: true });
const earlierUrls = await publishEarlierEdition(earlierFolder);
writeFileSync(path.join(folder, 'earlier.json'), JSON.stringify(earlierUrls));

async function publishEarlierEdition(dataFolder: string): Promise<EarlierEditionUrls> {
  const [first, ...others] = library.articles;
  if (!first) throw new Error(`There are no articles in ${E2E_LIBRARY_FOLDER}.`);
  const former: LibraryArticle = { ...first, slug: 'as-it-was-called-before', hash: 'earlier' };
  const withdrawn: LibraryArticle = {
    ...first,
    slug: 'withdrawn-since',
    hash: 'earlier',
    id: newId(),
  };
  await publishLibrary(dataFolder, { ...library, articles: [former, withdrawn, ...others] });
  const alias = findAlias(first);
  return {
    withdrawn: articlePath(alias, withdrawn.slug),
    former: articlePath(alias, former.slug),
  };
}

async function publishLibrary(dataFolder: string, library: Library): Promise<void> {
  mkdirSync(dataFolder, { recursive: true });
  const lockedFolder = await lockDataFolder(dataFolder);
  const database = await openDatabase({ folder: lockedFolder });
  await createOrUpdateQueues(database, CONTENT_CHANGE_JOB_DEFINITIONS);
  await importLibrary(database.queries, library);
  await database.close();
  await lockedFolder.release();
}

function findAlias({ aliasKey }: LibraryArticle): string {
  const author = library.authors.find(({ profile }) => profile.alias.toLowerCase() === aliasKey);
  return author!.profile.alias;
}
