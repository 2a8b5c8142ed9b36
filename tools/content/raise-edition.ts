import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  EDITION_FILE_NAME,
  formatEditionFile,
  hashLibraryFiles,
  readEditionFile,
} from '#server/catalogue/library/edition.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';

/**
 * `npm run content:edition [folder]` increments the library's edition, which is its version number. Does nothing if the
 * library has not changed since the last edition.
 */
const folder = path.resolve(process.argv[2] ?? SHIPPED_LIBRARY_FOLDER);
const { authors, articles } = await readLibrary(folder);
const { edition, hash: previousHash } = await readEditionFile(folder);
const hash = hashLibraryFiles([...authors, ...articles]);

if (hash === previousHash)
  console.log(`Nothing has changed: the library is still edition ${edition}.`);
else {
  await writeFile(
    path.join(folder, EDITION_FILE_NAME),
    formatEditionFile({ edition: edition + 1, hash }),
  );
  console.log(`The library is now edition ${edition + 1}.`);
}
