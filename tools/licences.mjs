// @ts-check
/**
 * Writes the notices of all third-party work in Octavo into the build, and fails if a license is not allowed. `npm run
 * build` does the same, and also checks the bundles.
 *
 * npm run licences
 */

import { ROOT } from '../scripts/programs.mjs';
import { writeNotices } from './licences/notices.mjs';

try {
  console.log(`dist/client/licences.txt lists ${writeNotices(ROOT)} third-party works.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
