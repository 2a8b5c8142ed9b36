import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';

/**
 * The articles of the test library. The selection is fixed, so that lists keep their length when the shipped library
 * grows. The largest category fills more than one page. Three of its authors have several articles, and every other
 * author has at least one article.
 */
const ARTICLES = [
  'ballast/half-a-dam-at-the-wrong-frequency',
  'ballast/where-to-paint-the-line',
  'borogove/a-stammer-in-the-genome',
  'caravanserai/the-pilot-who-got-back-first',
  'dither/why-attention-slips-after-half-an-hour',
  'fencepost/in-defence-of-the-eraser',
  'fencepost/how-rome-lost-count-of-its-leap-years',
  'gantry/a-bridge-you-can-sit-in',
  'gantry/the-crack-nobody-could-have-seen',
  'kiosk/paying-teachers-by-the-photograph',
  'lullwater/the-hamster-with-a-twenty-hour-day',
  'marginalia/the-ink-that-eats-the-page',
  'miasma/a-malaria-drug-from-an-old-recipe',
  'nabda/born-to-dive-or-trained-to',
  'ostinato/dating-a-portrait-by-its-curtain',
  'parity/how-much-of-a-qr-code-can-you-ruin',
  'peekaboo/what-an-empty-room-does-to-a-baby',
  'peekaboo/where-the-personality-test-fell-apart',
  'peekaboo/seventeen-falls-an-hour',
  'peekaboo/children-who-turn-down-extra-sweets',
  'plumbline/sixty-nanoseconds-too-soon',
  'potsherd/absent-brewing-beer',
  'quipu/what-the-peacock-flower-was-for',
  'shoshin/forty-ways-to-rob-a-king',
  'tenterhook/marshmallows-in-cameroon',
  'tenterhook/the-bump-ebbinghaus-did-not-believe',
  'tenterhook/the-hot-hands-hidden-sum',
  'tenterhook/will-a-crowd-help-you',
  'tenterhook/what-the-waiter-never-proved',
  'threadbare/the-clock-that-was-right-by-accident',
  'tontine/the-elephant-and-its-missing-trunk',
  'umwelt/brain-soup',
  'umwelt/does-everyone-read-faces-alike',
  'umwelt/the-ant-south-of-your-foot',
  'umwelt/awake-perhaps-under-anaesthetic',
  'umwelt/does-everyone-see-the-same-illusion',
  'waystone/the-lighthouse-on-the-wrong-side',
  'zugunruhe/an-island-of-silent-crickets',
];

/** Files and folders that are copied completely from the shipped library to the test library. */
const COMPLETELY_COPIED_PATHS = [
  'authors',
  'drafts',
  'voices',
  'edition.yaml',
  'ideas.yaml',
  'lexicon.yaml',
];

const CACHE_FOLDER = path.join(import.meta.dirname, '../../../node_modules/.octavo');

/** Path of the test library, which the browser tests use. Tests must not write to it. */
export const E2E_LIBRARY_FOLDER: string = copyToCache([
  ...ARTICLES.flatMap((articlePath) => [
    `articles/${articlePath}.md`,
    `claims/${articlePath}.yaml`,
  ]),
  ...COMPLETELY_COPIED_PATHS.flatMap(listFiles),
]);

/**
 * Copies files from the shipped library to a folder that is named after a hash of their contents, unless this folder
 * exists. Returns the path of the folder.
 */
function copyToCache(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(file).update(readFileSync(path.join(SHIPPED_LIBRARY_FOLDER, file)));
  const folder = path.join(CACHE_FOLDER, `test-library-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const temporaryFolder = `${folder}.making`;
  rmSync(temporaryFolder, { recursive: true, force: true });
  for (const file of files)
    cpSync(path.join(SHIPPED_LIBRARY_FOLDER, file), path.join(temporaryFolder, file));
  renameSync(temporaryFolder, folder);
  return folder;
}

function listFiles(name: string): string[] {
  const sourcePath = path.join(SHIPPED_LIBRARY_FOLDER, name);
  if (statSync(sourcePath).isFile()) return [name];
  const entries = readdirSync(sourcePath, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(SHIPPED_LIBRARY_FOLDER, path.join(entry.parentPath, entry.name)))
    .sort();
}
