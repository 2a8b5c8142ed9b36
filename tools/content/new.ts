import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { v7 as newId } from 'uuid';
import { stringify } from 'yaml';
import { KEY_POINT_COUNT, SUMMARY_BULLET_COUNT } from '#domain/article.ts';
import { aliasSchema } from '#domain/author.ts';
import { normalizeAlias } from '#domain/paths.ts';
import {
  IDEAS_FILE_NAME,
  type LibraryWithAuthoringFiles,
  readLibraryWithAuthoringFiles,
} from '#server/catalogue/editorial/authoring-files.ts';
import { computeArticleTextFingerprint } from '#server/catalogue/editorial/reviews.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';

/**
 * `npm run content:new -- article alias/slug` creates a draft with a new ID from an idea in `ideas.yaml`, together with
 * its claims file.
 * `npm run content:new -- author Alias` creates an author's file and voice sheet.
 * `npm run content:new -- review alias/slug` creates the record of a review of the current text.
 *
 * Fields that a person must fill in are empty, so that `npm run content:check` reports them. If a file already exists,
 * the command does not change it, and exits with code 1.
 */
const { values, positionals } = parseArgs({
  options: { folder: { type: 'string', default: SHIPPED_LIBRARY_FOLDER } },
  allowPositionals: true,
});
const [kind, name] = positionals;
const folder = path.resolve(values.folder);
const FILE_CREATORS = {
  article: createArticleFiles,
  author: createAuthorFiles,
  review: createReviewFiles,
};

if (!name || !kind || !Object.hasOwn(FILE_CREATORS, kind)) {
  console.error(
    'Usage: npm run content:new -- article alias/slug | author Alias | review alias/slug',
  );
  process.exit(2);
}
try {
  const files = FILE_CREATORS[kind as keyof typeof FILE_CREATORS](
    await readLibraryWithAuthoringFiles(folder),
    name,
  );
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text, { flag: 'wx' });
    console.log(file);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Texts of the files to create, by path relative to the library's folder. */
type Files = Record<string, string>;

function createArticleFiles({ ideas }: LibraryWithAuthoringFiles, articlePath: string): Files {
  const idea = ideas.find(({ article }) => article === articlePath);
  if (!idea)
    throw new Error(`${IDEAS_FILE_NAME} has no idea for ${articlePath}. Write the idea first.`);
  const [category, subcategory] = idea.field.split('.');
  const published = new Date();
  published.setUTCMinutes(0, 0, 0);
  const frontmatter = stringify({
    id: newId(),
    title: idea.title,
    tagline: '',
    category,
    subcategory,
    level: idea.level,
    status: 'draft',
    published: published.toISOString().replace('.000', ''),
  });
  const parts = [
    `## Summary\n\n${'- \n'.repeat(SUMMARY_BULLET_COUNT)}`,
    '## Introduction\n',
    ...Array<string>(KEY_POINT_COUNT).fill('## Key point: \n\n> Takeaway: \n'),
    '## Conclusion\n',
  ];
  return {
    [`articles/${articlePath}.md`]: `---\n${frontmatter}---\n\n${parts.join('\n')}`,
    [`claims/${articlePath}.yaml`]: stringify({ sources: [], claims: [] }),
  };
}

function createAuthorFiles(_: LibraryWithAuthoringFiles, name: string): Files {
  const alias = aliasSchema.parse(name);
  return {
    [`authors/${normalizeAlias(alias)}.yaml`]: stringify({
      id: newId(),
      alias,
      tagline: '',
      mission: '',
      about: [],
      perspective: '',
      expertise: { category: '', subcategory: '', subjects: [] },
      targetAudience: { level: '', description: '' },
      influencedBy: [],
    }),
    [`voices/${normalizeAlias(alias)}.yaml`]: stringify({
      promise: '',
      sentences: { mean: [], short: [] },
      openings: [],
      endings: [],
      evidence: '',
      forbidden: [],
      sample: '',
    }),
  };
}

function createReviewFiles(
  { published, drafts }: LibraryWithAuthoringFiles,
  articlePath: string,
): Files {
  const splitArticle = [...published, ...drafts].find(
    (splitArticle) => splitArticle.path === articlePath,
  );
  if (!splitArticle) throw new Error(`Cannot read an article at ${articlePath}.`);
  const emptySignature = { by: '', on: '' };
  return {
    [`reviews/${articlePath}.yaml`]: stringify({
      text: computeArticleTextFingerprint(splitArticle),
      writer: emptySignature,
      checker: emptySignature,
      editor: emptySignature,
      claims: { checked: 0, confirmed: 0, fromKnowledge: 0 },
      findings: [],
      devices: [],
      restsOn: '',
    }),
  };
}
