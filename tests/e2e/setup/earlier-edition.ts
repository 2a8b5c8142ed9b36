/**
 * Fills a data folder as an earlier edition of the library would have: with one article that has been
 * withdrawn since, and one that had another address. Writes the two addresses to stdout, as JSON.
 *
 *   node tests/e2e/setup/earlier-edition.ts <data folder>
 */
import path from 'node:path';
import { v7 as newId } from 'uuid';
import { articlePath } from '#domain/addresses.ts';
import { importLibrary } from '#server/catalogue/library/import.ts';
import {
  type Library,
  type LibraryArticle,
  readLibrary,
} from '#server/catalogue/library/library.ts';
import { takeDataFolder } from '#server/platform/db/data-folder.ts';
import { openDatabase } from '#server/platform/db/open.ts';

export interface EarlierEdition {
  withdrawn: string;
  former: string;
}

const CONTENT = path.join(import.meta.dirname, '../../../content');

const dataFolder = process.argv[2];
if (!dataFolder) throw new Error('Which data folder?');
console.log(JSON.stringify(await publish(dataFolder)));

async function publish(dataFolder: string): Promise<EarlierEdition> {
  const library = await readLibrary(CONTENT);
  const [first, ...others] = library.articles;
  if (!first) throw new Error(`There are no articles in ${CONTENT}.`);
  const former: LibraryArticle = { ...first, slug: 'as-it-was-called-before', hash: 'earlier' };
  const withdrawn: LibraryArticle = {
    ...first,
    slug: 'withdrawn-since',
    hash: 'earlier',
    id: newId(),
  };
  await store(dataFolder, { ...library, articles: [former, withdrawn, ...others] });
  const alias = aliasOf(library, first);
  return {
    withdrawn: articlePath(alias, withdrawn.slug),
    former: articlePath(alias, former.slug),
  };
}

async function store(dataFolder: string, library: Library): Promise<void> {
  const folder = await takeDataFolder(dataFolder);
  const database = await openDatabase({ folder });
  await importLibrary(database.queries, library);
  await database.close();
  await folder.release();
}

function aliasOf({ authors }: Library, { aliasKey }: LibraryArticle): string {
  return authors.find(({ profile }) => profile.alias.toLowerCase() === aliasKey)!.profile.alias;
}
