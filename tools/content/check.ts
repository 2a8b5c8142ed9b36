import path from 'node:path';
import { parseArgs } from 'node:util';
import { v7 as newId } from 'uuid';
import { readLibraryWithAuthoringFiles } from '#server/catalogue/editorial/authoring-files.ts';
import {
  EDITION_FILE_NAME,
  hashLibraryFiles,
  readEditionFile,
} from '#server/catalogue/library/edition.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { readLexicon } from '#server/catalogue/narration/lexicon-file.ts';
import { PictureRenderer } from '#server/catalogue/pictures/renderer.ts';
import { describeContentFileError } from '#server/platform/text/file-error.ts';
import { findArticleProblems, findLibraryWideProblems } from './find-problems.ts';
import { printLibraryStatistics } from './library-statistics.ts';
import { findPhotoProblems } from './photos.ts';

/**
 * `npm run content:check [folder]` checks the library: articles, authors, and files such as claims and reviews. It
 * prints every problem with its file and line. The exit code is 1 if there is a problem, or if there is nothing to
 * check. `--drafts` also prints the problems of drafts, and `--figures` prints statistics.
 */
const { values, positionals } = parseArgs({
  options: { drafts: { type: 'boolean' }, figures: { type: 'boolean' } },
  allowPositionals: true,
});
const folder = path.resolve(positionals[0] ?? SHIPPED_LIBRARY_FOLDER);
const content = await readLibraryWithAuthoringFiles(folder);
const { library, published, drafts } = content;
const problems = [...content.errors];
const lexicon = await readLexicon(folder, problems);
const { edition, hash } = await readEditionFile(folder);
const renderer = new PictureRenderer();
const photoProblems = await findPhotoProblems(folder, library, (bytes) =>
  renderer.checkPhoto(bytes),
);
const isEditionCurrent = hash === hashLibraryFiles([...library.authors, ...library.articles]);
problems.push(
  ...published.flatMap((splitArticle) => findArticleProblems(splitArticle, content)),
  ...findLibraryWideProblems(content),
  ...photoProblems,
  ...(isEditionCurrent
    ? []
    : [
        {
          file: EDITION_FILE_NAME,
          line: 1,
          reason: `the library has changed since edition ${edition}; run npm run content:edition to create the next edition`,
        },
      ]),
);

if (values.figures) printLibraryStatistics(content);
if (values.drafts)
  for (const splitArticle of drafts)
    for (const problem of findArticleProblems(splitArticle, content))
      console.error(`draft  ${describeContentFileError(problem)}`);
for (const problem of problems) console.error(describeContentFileError(problem));
console.log(
  `${library.authors.length} authors, ${published.length} articles, ${drafts.length} drafts, ${library.photos.length} photos, ${content.ideas.length} ideas, and ${lexicon.exact.size + lexicon.anyCase.size} lexicon entries checked: ${problems.length} problems.`,
);
if (problems.some(({ reason }) => reason.startsWith('id:')))
  console.log(`A new id you can use: ${newId()}`);
if (problems.length || !library.authors.length || !published.length) process.exitCode = 1;
