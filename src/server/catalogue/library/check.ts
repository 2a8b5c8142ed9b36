import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 as newId } from 'uuid';
import { textsOf } from '#domain/article.ts';
import { countWords } from '#domain/reading-time.ts';
import { readLexicon } from '#server/catalogue/narration/script/service.ts';
import { describeFault } from '#server/platform/text/fault.ts';
import { EDITION_FILE, hashOfFiles, readEdition } from './edition.ts';
import { readLibrary } from './library.ts';

/**
 * `npm run content:check [folder]`: reads the whole library and its lexicon, prints every fault with its file
 * and line, and ends with 1 when there is one, or when there was nothing to check.
 */
const shipped = path.join(fileURLToPath(import.meta.url), '../../../../../content');
const folder = path.resolve(process.argv[2] ?? shipped);
const { authors, articles, faults } = await readLibrary(folder);
const lexicon = await readLexicon(folder, faults);

for (const fault of faults) console.error(describeFault(fault));
for (const { file, article } of articles) {
  const words = textsOf(article.body).reduce((sum, text) => sum + countWords(text), 0);
  if (words < 600 || words > 1000) console.warn(`${file}: ${words} words; 650 to 950 read best`);
}
const { edition, hash } = await readEdition(folder);
const isThisEdition = hash === hashOfFiles([...authors, ...articles]);
if (!isThisEdition)
  console.error(
    `${EDITION_FILE}: the library has changed since edition ${edition}; npm run content:edition makes it the next`,
  );
console.log(
  `${authors.length} authors, ${articles.length} articles and ${lexicon.exact.size + lexicon.anyCase.size} words of the lexicon read, ${faults.length} faults.`,
);
if (faults.some(({ reason }) => reason.startsWith('id:'))) console.log(`A fresh id: ${newId()}`);
if (faults.length || !authors.length || !articles.length || !isThisEdition) process.exitCode = 1;
