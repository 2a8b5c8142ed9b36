import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { readLibraryWithAuthoringFiles } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { createAuthorshipTest, scoreAuthorshipTest } from './blind-test.ts';

/**
 * `npm run content:blind -- make OUT.yaml` creates a blind test for a person who has read none of the articles. The
 * test shows whether the authors' styles differ. The file contains a description of every author, and paragraphs in
 * which revealing words are replaced with blanks. The person enters the author of each paragraph in `answers`.
 * `npm run content:blind -- score OUT.yaml` then counts the correct answers. `--seed` selects other paragraphs, and
 * `--drafts` includes drafts.
 */
const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    drafts: { type: 'boolean', default: false },
    folder: { type: 'string', default: SHIPPED_LIBRARY_FOLDER },
  },
  allowPositionals: true,
});
const [task, file] = positionals;
if (!file || (task !== 'make' && task !== 'score')) {
  console.error('Usage: npm run content:blind -- make|score FILE [--seed N] [--drafts]');
  process.exit(2);
}

const answerFileSchema = z.object({
  seed: z.coerce.string(),
  drafts: z.boolean(),
  answers: z.record(z.string(), z.string()),
});

if (task === 'make') await writeTest(file, values.seed, values.drafts);
else await scoreTest(file);

async function writeTest(file: string, seed: string, drafts: boolean): Promise<void> {
  const { test, content } = await createTest(seed, drafts);
  const options = content.library.authors.map(({ alias, profile }) => ({
    alias,
    tagline: profile.tagline,
    perspective: profile.perspective,
    promise: content.voices.get(alias.toLowerCase())?.promise ?? '',
  }));
  const answers = Object.fromEntries(test.questions.map(({ number }) => [number, '']));
  await writeFile(file, stringify({ seed, drafts, options, questions: test.questions, answers }));
  console.log(`${test.questions.length} paragraphs, ${options.length} authors: ${file}`);
}

async function scoreTest(file: string): Promise<void> {
  const { seed, drafts, answers } = answerFileSchema.parse(parse(await readFile(file, 'utf8')));
  const { test } = await createTest(seed, drafts);
  const { correct, total, mistaken } = scoreAuthorshipTest(test.answers, answers);
  for (const [author, takenFor] of mistaken)
    console.log(`${author} was mistaken for ${takenFor || 'nobody'}`);
  console.log(`${correct} of ${total} correct (${Math.round((100 * correct) / total)}%).`);
}

async function createTest(seed: string, drafts: boolean) {
  const content = await readLibraryWithAuthoringFiles(path.resolve(values.folder));
  const splitArticles = drafts ? [...content.published, ...content.drafts] : content.published;
  return { content, test: createAuthorshipTest(splitArticles, seed) };
}
