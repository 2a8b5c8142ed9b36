// @ts-check
/**
 * Writes the notices of everything by others that Octavo runs with into the build, and fails where one of them
 * has a licence it may not be carried under. The build does the same, and looks at what is in the bundles too.
 *
 *   npm run licences
 */

import { ROOT } from '../scripts/programs.mjs';
import { writeNotices } from './licences/notices.mjs';

try {
  console.log(`dist/client/licences.txt lists ${writeNotices(ROOT)} third-party works.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
