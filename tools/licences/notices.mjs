// @ts-check
/** Checks the licenses of third-party works, and writes a file with their license notices. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { listNonPackageWorks, listProductionPackages } from './works.mjs';

/** @typedef {import('./works.mjs').Work} Work */

/**
 * Licenses that are compatible with Octavo's license. The LGPL requires that users can replace the library. This is
 * possible, because LGPL libraries are separate files in Octavo.
 */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MIT-Festival',
  'OFL-1.1',
  'PostgreSQL',
  'Spencer-86',
  'Unlicense',
];

const HEADING = `Octavo includes the following third-party software, each with its license and notice.`;
const RULE = '='.repeat(80);

/**
 * Writes dist/client/licences.txt, which the server publishes as /licences.txt.
 * @param {string} root the project's folder
 * @param {Iterable<string>} [bundled] names of the packages in the bundles, if known
 * @returns {number} number of listed works
 * @throws {Error} with a line for each problem, such as a work whose license is not allowed
 */
export function writeLicenseNotices(root, bundled = []) {
  const packages = listProductionPackages(root);
  const works = [...listNonPackageWorks(root), ...packages];
  const packageNames = new Set(packages.map(({ name }) => name));
  const problems = [
    ...works.flatMap((work) => describeProblem(work) ?? []),
    ...[...bundled]
      .filter((name) => !packageNames.has(name))
      .map((name) => `${name} is in the bundles but not in the dependencies.`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));

  const folder = join(root, 'dist', 'client');
  mkdirSync(folder, { recursive: true });
  // The file is replaced atomically, because a running server may be reading it.
  const temporaryFile = join(root, 'dist', `licences.${process.pid}.draft`);
  writeFileSync(temporaryFile, formatNotices(works));
  renameSync(temporaryFile, join(folder, 'licences.txt'));
  return works.length;
}

/**
 * Returns the reason why a third-party work is not allowed. Returns `undefined` if it is allowed.
 * @param {Work} work
 */
function describeProblem(work) {
  const { licence, notice } = work;
  if (!licence) return `${formatName(work)} does not state its license.`;
  if (!isAllowed(licence))
    return `${formatName(work)} is under "${licence}", which is not an allowed license (see tools/licences/notices.mjs).`;
  if (!notice)
    return `${formatName(work)} does not include its license text ("${licence}"). Add it to tools/licences/texts.`;
  return undefined;
}

/** Returns true if Octavo may contain works with this license. @param {string} licence */
function isAllowed(licence) {
  try {
    return satisfies(licence, ALLOWED);
  } catch {
    // `satisfies` throws an error for a license that is not an SPDX expression, such as "SEE LICENSE IN …".
    return false;
  }
}

/**
 * Formats the license notices of third-party works. Works with the same notice share one section, because many packages
 * have identical notices.
 * @param {Work[]} works
 */
function formatNotices(works) {
  const groups = Map.groupBy(works, ({ notice }) => notice.replace(/\r\n/g, '\n'));
  const parts = [...groups].map(([notice, groupedWorks]) => {
    const names = new Set(groupedWorks.map((work) => `${formatName(work)} (${work.licence})`));
    return [RULE, ...names, '', notice].join('\n');
  });
  return `${[HEADING, ...parts].join('\n\n')}\n`;
}

/** Returns the name of a work with its version, if known. @param {Work} work */
function formatName({ name, version }) {
  return version ? `${name} ${version}` : name;
}
