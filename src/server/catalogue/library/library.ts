import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { slugSchema } from '#domain/article.ts';
import { type AuthorProfile, authorProfileSchema } from '#domain/author.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import { aliasKey } from '#domain/paths.ts';
import { type Fault, FaultError } from '#server/platform/text/fault.ts';
import { readYaml } from '#server/platform/text/yaml.ts';
import { type ArticleFile, findPhotoId, parseArticleFile } from './article-file.ts';
import { parseClaims, toArticleSources } from './claims.ts';
import { readEdition } from './edition.ts';
import {
  type LibraryPhoto,
  PHOTOS_FOLDER,
  parsePhotoSheet,
  requireValidImage,
} from './photo-files.ts';
import { addRowVersion } from './row-version.ts';

/** Where a thing of the library was read, and what its text hashes to. */
interface SourceFile {
  id: string;
  file: string;
  hash: string;
}

export interface KnownAuthor extends SourceFile {
  alias: string;
}

export interface LibraryAuthor extends KnownAuthor {
  profile: AuthorProfile;
}

export interface KnownArticle extends SourceFile {
  aliasKey: string;
  slug: string;
}

export interface LibraryArticle extends KnownArticle {
  article: ArticleFile;
  /** None where nobody has written them down yet. */
  claims: ClaimsFile | undefined;
}

/** The shipped library as its files say it; what could not be read is in `faults`. */
export interface Library {
  edition: number;
  authors: LibraryAuthor[];
  /** Whether an article is shown with them or not. Their files were not looked at (`keep-photos.ts`). */
  photos: LibraryPhoto[];
  articles: LibraryArticle[];
  /** Articles that are still being written: for nobody's shelves. */
  drafts: LibraryArticle[];
  /** What the shelves have as these files say it: their text was not looked at. */
  unchanged: { authors: KnownAuthor[]; articles: KnownArticle[] };
  faults: Fault[];
}

/** What is on the shelves already, by the hash it was imported with ({@link addRowVersion}). */
export interface ImportedContent {
  authors: ReadonlyMap<string, { id: string; alias: string }>;
  articles: ReadonlyMap<string, { id: string; authorId: string }>;
}

const NO_CONTENT: ImportedContent = { authors: new Map(), articles: new Map() };

/** Where a library keeps what its articles claim. */
const CLAIMS_FOLDER = 'claims';
/** What the head of a draft says, which may be on the shelves of somebody who asked for drafts before. */
const IS_DRAFT = /^status: *["']?draft\b/m;

interface ReadOptions {
  /** What is on the shelves already: unless it changed, its text is not looked at. */
  imported?: ImportedContent;
  /** Takes drafts for articles. */
  withDrafts?: boolean;
}

/**
 * Reads and checks a library's folder, but for what is on the shelves already. A broken file becomes a fault
 * and the rest is read; an article without its author is a fault too.
 */
export async function readLibrary(
  folder: string,
  { imported = NO_CONTENT, withDrafts = false }: ReadOptions = {},
): Promise<Library> {
  const faults: Fault[] = [];
  const { edition } = await readEdition(folder, faults);
  const authors = await readFiles(folder, 'authors', '.yaml', faults, ({ text, file, hash }) => {
    const row = imported.authors.get(addRowVersion(hash));
    return row ? { id: row.id, alias: row.alias } : parseAuthor(text, file);
  });
  rejectDuplicates(authors, ({ id }) => id, 'id', faults);
  rejectDuplicates(authors, ({ alias }) => aliasKey(alias), 'alias', faults);

  const photos = await readFiles(folder, PHOTOS_FOLDER, '.yaml', faults, (file) =>
    parsePhotoSheet(folder, file),
  );
  const photosById = new Map(photos.map((photo) => [photo.id, photo]));

  const authorIds = new Map(authors.map(({ id, alias }) => [aliasKey(alias), id]));
  const articles = await readFiles(
    folder,
    'articles',
    '.md',
    faults,
    ({ text, claimsText, file, hash }) => {
      const address = parseLocation(file);
      const authorId = authorIds.get(address.aliasKey);
      if (!authorId)
        throw new FaultError([
          { line: 1, reason: `no author has the alias "${address.aliasKey}"` },
        ]);
      const row = imported.articles.get(addRowVersion(hash));
      if (row?.authorId === authorId && (withDrafts || !IS_DRAFT.test(text)))
        return { ...address, id: row.id };
      const claims = claimsText === undefined ? undefined : parseClaimsFile(claimsText);
      const article = parseArticleFile(text, claims && toArticleSources(claims));
      requireValidImage(article, photosById, text);
      return { ...address, id: article.id, article, claims };
    },
    photosById,
  );
  rejectDuplicates(articles, ({ id }) => id, 'id', faults);
  const read = articles.filter(isArticleRead);
  const isPublishable = ({ article }: LibraryArticle) => withDrafts || article.status !== 'draft';
  return {
    edition,
    authors: authors.filter(isAuthorRead),
    photos,
    articles: read.filter(isPublishable),
    drafts: read.filter((article) => !isPublishable(article)),
    unchanged: {
      authors: authors.filter((author) => !isAuthorRead(author)),
      articles: articles.filter((article) => !isArticleRead(article)),
    },
    faults,
  };
}

const isAuthorRead = (author: KnownAuthor): author is LibraryAuthor => 'profile' in author;
const isArticleRead = (article: KnownArticle): article is LibraryArticle => 'article' in article;

interface LibraryFile {
  text: string;
  /** What an article claims, in the file of its own beside it. */
  claimsText: string | undefined;
  file: string;
  /** Of both, and of the sheet of the photograph it is shown with. */
  hash: string;
}

/** Reads every file of a kind below a folder, in the order of names. */
async function readFiles<Thing extends { id: string }>(
  folder: string,
  kind: 'authors' | 'articles' | typeof PHOTOS_FOLDER,
  extension: string,
  faults: Fault[],
  read: (file: LibraryFile) => Thing | Promise<Thing>,
  photos: ReadonlyMap<string, LibraryPhoto> = new Map(),
): Promise<(Thing & { file: string; hash: string })[]> {
  const root = path.join(folder, kind);
  const files = await readdir(root, { recursive: true }).catch(() => []);
  const things: (Thing & { file: string; hash: string })[] = [];
  for (const name of files.filter((name) => name.endsWith(extension)).sort()) {
    const file = `${kind}/${name.split(path.sep).join('/')}`;
    try {
      const text = await readFile(path.join(root, name), 'utf8');
      const claims = path.join(folder, CLAIMS_FOLDER, name.replace(extension, '.yaml'));
      const claimsText = kind === 'articles' ? await readIfPresent(claims) : undefined;
      const photo = kind === 'articles' ? photos.get(findPhotoId(text) ?? '') : undefined;
      const parts = [text, claimsText, photo?.text].filter((part) => part !== undefined);
      const hash = hashFile(file, parts.join('\n'));
      things.push({ ...(await read({ text, claimsText: claimsText, file, hash })), file, hash });
    } catch (error) {
      faults.push(...faultsOf(error).map((fault) => ({ ...fault, file })));
    }
  }
  return things;
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** An article whose claims are broken is broken: what its readers have of it, they keep. */
function parseClaimsFile(text: string): ClaimsFile {
  try {
    return parseClaims(text);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    throw new FaultError(
      error.faults.map(({ line, reason }) => ({
        line: 1,
        reason: `its claims, line ${line}: ${reason}`,
      })),
    );
  }
}

function parseAuthor(text: string, file: string) {
  const profile = readYaml(text, authorProfileSchema, 1);
  const name = path.posix.basename(file, '.yaml');
  if (aliasKey(profile.alias) !== name)
    throw new FaultError([
      {
        line: 1,
        reason: `the file for ${profile.alias} must be named ${aliasKey(profile.alias)}.yaml`,
      },
    ]);
  return { id: profile.id, alias: profile.alias, profile };
}

/** The address that an article's file stands for. */
function parseLocation(file: string) {
  const [, alias = '', name = '', ...deeper] = file.split('/');
  const slug = slugSchema.safeParse(name.replace(/\.md$/, ''));
  if (deeper.length || !slug.success)
    throw new FaultError([
      {
        line: 1,
        reason: 'an article must be named articles/<alias>/<slug>.md, with a lowercase slug',
      },
    ]);
  return { aliasKey: alias, slug: slug.data };
}

/** Leaves the first of several things that share what must be their own; the others become faults. */
function rejectDuplicates<Thing extends SourceFile>(
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
      faults.push({ file, line: 1, reason: `${what} ${key} is already used by ${twin}` });
      things.splice(at--, 1);
    }
  }
}

/** What a file that cannot be had is, too: what readers have of it, they keep. */
function faultsOf(error: unknown): readonly Omit<Fault, 'file'>[] {
  if (error instanceof FaultError) return error.faults;
  const { code } = error as NodeJS.ErrnoException;
  if (!code) throw error;
  return [{ line: 1, reason: `the file cannot be read (${code})` }];
}

/** The same text has the same hash where git writes lines its own way. */
function hashFile(file: string, text: string): string {
  return createHash('sha256')
    .update(`${file}\n${text.replaceAll('\r\n', '\n')}`)
    .digest('hex');
}
