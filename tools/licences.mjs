// @ts-check
/**
 * Writes a file with the license notices of all third-party works in Octavo to the build, and fails if a license is not
 * allowed. `npm run build` does the same, and also covers the packages in the bundles.
 *
 * npm run licences
 */

import { ROOT } from '../scripts/programs.mjs';
import { writeLicenseNotices } from './licences/notices.mjs';

try {
  console.log(`dist/client/licences.txt lists ${writeLicenseNotices(ROOT)} third-party works.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
