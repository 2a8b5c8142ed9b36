import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { slugSchema } from '#domain/article.ts';
import { type AuthorProfile, authorProfileSchema } from '#domain/author.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { type ContentFileError, FileParseError } from '#server/platform/text/file-error.ts';
import { parseYamlWithSchema } from '#server/platform/text/yaml.ts';
import { type ArticleFile, findReferencedPhotoId, parseArticleFile } from './article-file.ts';
import { parseClaimsYaml, toArticleSources } from './claims.ts';
import { readEditionFile } from './edition.ts';
import {
  assertArticleImageExists,
  type LibraryPhoto,
  PHOTOS_FOLDER_NAME,
  parsePhotoSheetAndRequireImage,
} from './photo-files.ts';
import { appendImportVersionsToFileHash } from './row-version.ts';

/** The ID of an article or author, and the path and hash of its file. */
interface SourceFile {
  id: string;
  file: string;
  hash: string;
}

export interface AuthorFileRef extends SourceFile {
  alias: string;
}

export interface LibraryAuthor extends AuthorFileRef {
  profile: AuthorProfile;
}

export interface ArticleFileRef extends SourceFile {
  aliasKey: string;
  slug: string;
}

export interface LibraryArticle extends ArticleFileRef {
  article: ArticleFile;
  /**
   * The content of the article's claims file: its factual statements and their sources. `undefined` if the article has
   * no claims file.
   */
  claims: ClaimsFile | undefined;
}

/** The contents of a content library. `errors` lists the files that could not be read or parsed. */
export interface Library {
  edition: number;
  authors: LibraryAuthor[];
  /**
   * All photographs of the library, including photographs that no article shows. The image files are read and checked
   * later, when they are stored (`store-photos.ts`).
   */
  photos: LibraryPhoto[];
  articles: LibraryArticle[];
  /** Unfinished articles. They are not imported. */
  drafts: LibraryArticle[];
  /** Authors and articles whose files have not changed since the last import. Their files were not parsed. */
  unchanged: { authors: AuthorFileRef[]; articles: ArticleFileRef[] };
  errors: ContentFileError[];
}

/**
 * The authors and articles in the database, keyed by the hash of the file from which they were imported
 * ({@link appendImportVersionsToFileHash}).
 */
export interface ImportedRowsByHash {
  authors: ReadonlyMap<string, { id: string; alias: string }>;
  articles: ReadonlyMap<string, { id: string; authorId: string }>;
}

const NO_CONTENT: ImportedRowsByHash = { authors: new Map(), articles: new Map() };

/** Name of the folder with the claims files, which contain the articles' factual statements and their sources. */
const CLAIMS_FOLDER = 'claims';
/**
 * Matches the front matter of an article that is a draft. An import that excludes drafts parses every draft, even if
 * its file has not changed. Otherwise, a draft that an earlier import included would count as an unchanged article.
 */
const IS_DRAFT = /^status: *["']?draft\b/m;

interface ReadOptions {
  /** The authors and articles that were imported before. Their files are only parsed if they have changed. */
  imported?: ImportedRowsByHash;
  /** True to treat drafts like finished articles. */
  withDrafts?: boolean;
}

/**
 * Reads and checks the files of a content library. Does not parse files that have not changed since the last import.
 * Adds invalid files to `errors` and continues with the other files. An article whose author is missing counts as
 * invalid.
 */
export async function readLibrary(
  folder: string,
  { imported = NO_CONTENT, withDrafts = false }: ReadOptions = {},
): Promise<Library> {
  const errors: ContentFileError[] = [];
  const { edition } = await readEditionFile(folder, errors);
  const authors = await readFiles(folder, 'authors', '.yaml', errors, ({ text, file, hash }) => {
    const row = imported.authors.get(appendImportVersionsToFileHash(hash));
    return row ? { id: row.id, alias: row.alias } : parseAuthor(text, file);
  });
  rejectDuplicates(authors, ({ id }) => id, 'id', errors);
  rejectDuplicates(authors, ({ alias }) => normalizeAlias(alias), 'alias', errors);

  const photos = await readFiles(folder, PHOTOS_FOLDER_NAME, '.yaml', errors, (file) =>
    parsePhotoSheetAndRequireImage(folder, file),
  );
  const photosById = new Map(photos.map((photo) => [photo.id, photo]));

  const authorIds = new Map(authors.map(({ id, alias }) => [normalizeAlias(alias), id]));
  const articles = await readFiles(
    folder,
    'articles',
    '.md',
    errors,
    ({ text, claimsText, file, hash }) => {
      const location = parseLocation(file);
      const authorId = authorIds.get(location.aliasKey);
      if (!authorId)
        throw new FileParseError([
          { line: 1, reason: `no author has the alias "${location.aliasKey}"` },
        ]);
      const row = imported.articles.get(appendImportVersionsToFileHash(hash));
      if (row?.authorId === authorId && (withDrafts || !IS_DRAFT.test(text)))
        return { ...location, id: row.id };
      const claims = claimsText === undefined ? undefined : parseClaimsFile(claimsText);
      const article = parseArticleFile(text, claims && toArticleSources(claims));
      assertArticleImageExists(article, photosById, text);
      return { ...location, id: article.id, article, claims };
    },
    photosById,
  );
  rejectDuplicates(articles, ({ id }) => id, 'id', errors);
  const parsedArticles = articles.filter(isParsedArticle);
  const isPublishable = ({ article }: LibraryArticle) => withDrafts || article.status !== 'draft';
  return {
    edition,
    authors: authors.filter(isParsedAuthor),
    photos,
    articles: parsedArticles.filter(isPublishable),
    drafts: parsedArticles.filter((article) => !isPublishable(article)),
    unchanged: {
      authors: authors.filter((author) => !isParsedAuthor(author)),
      articles: articles.filter((article) => !isParsedArticle(article)),
    },
    errors: errors,
  };
}

const isParsedAuthor = (author: AuthorFileRef): author is LibraryAuthor => 'profile' in author;
const isParsedArticle = (article: ArticleFileRef): article is LibraryArticle =>
  'article' in article;

interface LibraryFile {
  text: string;
  /** The text of the article's claims file (YAML). */
  claimsText: string | undefined;
  file: string;
  /**
   * Hash of the path and the text of the file. The hash of an article also covers its claims file and its photo sheet.
   */
  hash: string;
}

/**
 * Reads all files with a given extension in a folder of the library and its subfolders, sorted by name. Adds an error
 * to `errors` for each file that cannot be read or parsed.
 */
async function readFiles<Item extends { id: string }>(
  folder: string,
  subfolder: 'authors' | 'articles' | typeof PHOTOS_FOLDER_NAME,
  extension: string,
  errors: ContentFileError[],
  parse: (file: LibraryFile) => Item | Promise<Item>,
  photos: ReadonlyMap<string, LibraryPhoto> = new Map(),
): Promise<(Item & { file: string; hash: string })[]> {
  const root = path.join(folder, subfolder);
  const files = await readdir(root, { recursive: true }).catch(() => []);
  const items: (Item & { file: string; hash: string })[] = [];
  for (const name of files.filter((name) => name.endsWith(extension)).sort()) {
    const file = `${subfolder}/${name.split(path.sep).join('/')}`;
    try {
      const text = await readFile(path.join(root, name), 'utf8');
      const claimsPath = path.join(folder, CLAIMS_FOLDER, name.replace(extension, '.yaml'));
      const claimsText = subfolder === 'articles' ? await readIfPresent(claimsPath) : undefined;
      const photo =
        subfolder === 'articles' ? photos.get(findReferencedPhotoId(text) ?? '') : undefined;
      const parts = [text, claimsText, photo?.text].filter((part) => part !== undefined);
      const hash = hashFile(file, parts.join('\n'));
      items.push({ ...(await parse({ text, claimsText: claimsText, file, hash })), file, hash });
    } catch (error) {
      errors.push(...listErrors(error).map((error) => ({ ...error, file })));
    }
  }
  return items;
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Parses the claims file of an article. Errors in the claims file count as errors in the article file, so readers still
 * see the previous version of the article.
 */
function parseClaimsFile(text: string): ClaimsFile {
  try {
    return parseClaimsYaml(text);
  } catch (error) {
    if (!(error instanceof FileParseError)) throw error;
    throw new FileParseError(
      error.errors.map(({ line, reason }) => ({
        line: 1,
        reason: `its claims, line ${line}: ${reason}`,
      })),
    );
  }
}

function parseAuthor(text: string, file: string) {
  const profile = parseYamlWithSchema(text, authorProfileSchema, 1);
  const name = path.posix.basename(file, '.yaml');
  if (normalizeAlias(profile.alias) !== name)
    throw new FileParseError([
      {
        line: 1,
        reason: `the file for ${profile.alias} must be named ${normalizeAlias(profile.alias)}.yaml`,
      },
    ]);
  return { id: profile.id, alias: profile.alias, profile };
}

/** Parses the path of an article file, which contains the author's alias and the article's slug. */
function parseLocation(file: string) {
  const [, alias = '', name = '', ...subfolders] = file.split('/');
  const slug = slugSchema.safeParse(name.replace(/\.md$/, ''));
  if (subfolders.length || !slug.success)
    throw new FileParseError([
      {
        line: 1,
        reason: 'an article must be named articles/<alias>/<slug>.md, with a lowercase slug',
      },
    ]);
  return { aliasKey: alias, slug: slug.data };
}

/**
 * Removes each item from `items` whose key, such as an ID, is the same as that of an earlier item. Adds an error for
 * each removed item to `errors`.
 */
function rejectDuplicates<Item extends SourceFile>(
  items: Item[],
  getKey: (item: Item) => string,
  keyName: string,
  errors: ContentFileError[],
): void {
  const firstFiles = new Map<string, string>();
  for (let index = 0; index < items.length; index++) {
    const { file } = items[index]!;
    const key = getKey(items[index]!);
    const firstFile = firstFiles.get(key);
    if (firstFile === undefined) firstFiles.set(key, file);
    else {
      errors.push({ file, line: 1, reason: `${keyName} ${key} is already used by ${firstFile}` });
      items.splice(index--, 1);
    }
  }
}

/**
 * Converts an exception to the errors that are reported for a library file. A file that cannot be read has one error,
 * in the first line. Rethrows exceptions that are neither parse errors nor file system errors.
 */
function listErrors(error: unknown): readonly Omit<ContentFileError, 'file'>[] {
  if (error instanceof FileParseError) return error.errors;
  const { code } = error as NodeJS.ErrnoException;
  if (!code) throw error;
  return [{ line: 1, reason: `the file cannot be read (${code})` }];
}

/**
 * Returns the hash of the path and the text of a file. Line endings do not affect the hash, because git may convert
 * them.
 */
function hashFile(file: string, text: string): string {
  return createHash('sha256')
    .update(`${file}\n${text.replaceAll('\r\n', '\n')}`)
    .digest('hex');
}
