import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { aliasKey } from '#domain/addresses.ts';
import { slugSchema } from '#domain/article.ts';
import { type AuthorProfile, authorProfileSchema } from '#domain/author.ts';
import { type ArticleFile, readArticleFile } from './article-file.ts';
import { type Fault, FaultError } from './fault.ts';
import { readYaml } from './yaml.ts';

/** Where a thing of the library was read, and what its text hashes to. */
interface Source {
  file: string;
  hash: string;
}

export interface LibraryAuthor extends Source {
  profile: AuthorProfile;
}

export interface LibraryArticle extends Source {
  aliasKey: string;
  slug: string;
  article: ArticleFile;
}

/** The shipped library as its files say it; what could not be read is in `faults`. */
export interface Library {
  authors: LibraryAuthor[];
  articles: LibraryArticle[];
  faults: Fault[];
}

/**
 * Reads and checks a library's folder. A broken file becomes a fault and the rest is read; an article
 * without its author is a fault too.
 */
export async function readLibrary(folder: string): Promise<Library> {
  const faults: Fault[] = [];
  const authors = await readEach(folder, 'authors', '.yaml', faults, readAuthor);
  const articles = await readEach(folder, 'articles', '.md', faults, readArticle);
  refuseTwins(authors, ({ profile }) => profile.id, 'id', faults);
  refuseTwins(authors, ({ profile }) => aliasKey(profile.alias), 'alias', faults);

  const aliases = new Set(authors.map(({ profile }) => aliasKey(profile.alias)));
  const withAuthor = articles.filter((article) => {
    if (aliases.has(article.aliasKey)) return true;
    faults.push({
      file: article.file,
      line: 1,
      reason: `no author has the alias "${article.aliasKey}"`,
    });
    return false;
  });
  refuseTwins(withAuthor, ({ article }) => article.id, 'id', faults);
  return { authors, articles: withAuthor, faults };
}

/** Reads every file of a kind below a folder, in the order of names. */
async function readEach<Thing>(
  folder: string,
  kind: string,
  extension: string,
  faults: Fault[],
  read: (text: string, file: string) => Thing,
): Promise<(Thing & Source)[]> {
  const root = path.join(folder, kind);
  const files = await readdir(root, { recursive: true }).catch(() => []);
  const things: (Thing & Source)[] = [];
  for (const name of files.filter((name) => name.endsWith(extension)).sort()) {
    const file = `${kind}/${name.split(path.sep).join('/')}`;
    try {
      const text = await readFile(path.join(root, name), 'utf8');
      things.push({ ...read(text, file), file, hash: hashOf(file, text) });
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      faults.push(...error.faults.map((fault) => ({ ...fault, file })));
    }
  }
  return things;
}

function readAuthor(text: string, file: string) {
  const profile = readYaml(text, authorProfileSchema, 1);
  const name = path.posix.basename(file, '.yaml');
  if (aliasKey(profile.alias) !== name)
    throw new FaultError([
      { line: 1, reason: `the file of ${profile.alias} is called ${aliasKey(profile.alias)}.yaml` },
    ]);
  return { profile };
}

function readArticle(text: string, file: string) {
  const [, alias = '', name = '', ...deeper] = file.split('/');
  const slug = slugSchema.safeParse(name.replace(/\.md$/, ''));
  if (deeper.length || !slug.success)
    throw new FaultError([
      {
        line: 1,
        reason: 'an article is called articles/<alias>/<slug>.md, the slug in lower case',
      },
    ]);
  return { aliasKey: alias, slug: slug.data, article: readArticleFile(text) };
}

/** Leaves the first of several things that share what must be their own; the others become faults. */
function refuseTwins<Thing extends Source>(
  things: Thing[],
  keyOf: (thing: Thing) => string,
  what: string,
  faults: Fault[],
): void {
  const first = new Map<string, string>();
  for (let at = 0; at < things.length; at++) {
    const { file } = things[at]!;
    const key = keyOf(things[at]!);
    const twin = first.get(key);
    if (twin === undefined) first.set(key, file);
    else {
      faults.push({ file, line: 1, reason: `${what} ${key} is ${twin}'s already` });
      things.splice(at--, 1);
    }
  }
}

function hashOf(file: string, text: string): string {
  return createHash('sha256').update(`${file}\n${text}`).digest('hex');
}
