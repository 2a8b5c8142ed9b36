// @ts-check
/**
 * Installs the npm packages with `npm install` rather than `npm ci`. docs/decisions/0005-npm-install.md explains the
 * reason.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { npmCommand } from '../../src/server/platform/npm-command.mjs';
import {
  addMissingPlatformPackages,
  isLockForManifest,
  listEntriesForThisMachine,
  listInstallDifferences,
} from './package-lock.mjs';
import { runQuietly } from './run-quietly.mjs';
import { hashFiles, ROOT, readStamp, removeStamp, STATE_FOLDER, writeStamp } from './stamps.mjs';

const MODULES = join(ROOT, 'node_modules');
const LOCKFILE = join(ROOT, 'package-lock.json');
const STAMP = join(STATE_FOLDER, 'packages');
/** A file that exists only while npm is running. A leftover file shows that an install was killed. */
const UNDER_WAY = join(STATE_FOLDER, 'install-under-way');
/** Path of the project's own Node.js, which the install script of the package `node` installs. */
export const PROJECT_NODE_PATH = join(
  MODULES,
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const MS_BETWEEN_COUNTS = 250;
// A production environment or an .npmrc could make npm omit the build tools, so they are included explicitly.
const NPM_INSTALL = ['install', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];

/** @type {import('../setup.mjs').Step} */
export const installPackagesStep = {
  name: 'packages',

  isCurrent: () => readStamp(STAMP) === wanted() && isComplete(),

  async run(progress) {
    removeStamp(STAMP);
    if (existsSync(UNDER_WAY)) {
      progress.say('The last install was interrupted. Starting over.');
      await removeModules();
    }
    const committed = readFileIfThere(LOCKFILE);
    const putBack = () => committed !== undefined && writeFileSync(LOCKFILE, committed);
    // The exit handler restores package-lock.json even if the install fails or is interrupted.
    process.once('exit', putBack);
    if (committed !== undefined) writeFileSync(LOCKFILE, addMissingPlatformPackages(committed));
    await install(progress);
    process.off('exit', putBack);
    settleLockfile(committed, progress);
    if (!isComplete()) throw new Error(whatIsMissing());
    writeStamp(STAMP, wanted());
    return String(listEntriesForThisMachine().filter(isPresent).length);
  },
};

/**
 * Returns the stamp of an up-to-date install. The stamp contains the platform, since native packages differ by
 * platform: a folder copied from another machine is not up to date.
 */
function wanted() {
  return `${hashFiles(['package.json', 'package-lock.json'])} ${process.platform} ${process.arch}`;
}

function isComplete() {
  return (
    existsSync(PROJECT_NODE_PATH) &&
    listEntriesForThisMachine().every((entry) => entry.isOptional || isPresent(entry))
  );
}

/** Returns true if the package of a lock entry is installed. @param {{ path: string }} entry */
function isPresent({ path }) {
  return existsSync(join(ROOT, path, 'package.json'));
}

function whatIsMissing() {
  return existsSync(PROJECT_NODE_PATH)
    ? 'npm finished, but some packages are missing. Delete node_modules and try again.'
    : 'npm did not run the install script of the package "node". If ignore-scripts is set in your .npmrc, run: npm install --ignore-scripts=false';
}

/** Runs `npm install` and shows its progress. @param {import('./terminal.mjs').Progress} progress */
async function install(progress) {
  mkdirSync(STATE_FOLDER, { recursive: true });
  writeStamp(UNDER_WAY, '');
  const entries = listEntriesForThisMachine();
  const counting = setInterval(() => {
    const present = entries.filter(isPresent).length;
    progress.show(`${present} of ${entries.length}`, present, entries.length);
  }, MS_BETWEEN_COUNTS);
  const npm = npmCommand();
  try {
    const { hasSucceeded, lastLines } = await runQuietly(
      npm.command,
      [...npm.args, ...NPM_INSTALL],
      {
        throughShell: npm.throughShell,
      },
    );
    // npm has exited by itself, so the install was not killed. If the install failed, npm has rolled back its changes.
    removeStamp(UNDER_WAY);
    if (!hasSucceeded) {
      throw new Error('npm install failed; see its last lines above.', { cause: lastLines });
    }
  } finally {
    clearInterval(counting);
  }
}

/**
 * Removes all packages after an install was killed. Any of them may be incomplete, because npm considers every folder
 * with a package.json an installed package.
 */
async function removeModules() {
  for (const name of readdirSync(MODULES)) {
    const path = join(MODULES, name);
    if (path === STATE_FOLDER) continue;
    try {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      // Windows cannot remove the package of the running Node.js. This package works, so it can stay.
      if (name !== 'node') throw error;
    }
  }
}

/**
 * Undoes npm's changes to package-lock.json: writes back the committed text if this text matches package.json.
 * @param {string | undefined} committed
 * @param {import('./terminal.mjs').Progress} progress
 * @throws {Error} in CI, if npm installed packages that differ from those in package-lock.json
 */
function settleLockfile(committed, progress) {
  const written = readFileIfThere(LOCKFILE);
  if (committed === undefined || written === undefined || written === committed) return;
  const differences = listInstallDifferences(committed, written);
  const isFit = isLockForManifest(committed, readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (isFit || process.env.CI) writeFileSync(LOCKFILE, committed);
  if (process.env.CI && (!isFit || differences.length > 0)) {
    throw new Error(
      `package-lock.json does not match what npm installed (${list(differences)}). Run npm install, review the change, and commit it.`,
    );
  }
  if (!isFit) progress.say(`package-lock.json was updated to match package.json. Commit both.`);
  else if (differences.length > 0)
    progress.say(
      `npm tried to change package-lock.json (${list(differences)}). The change was reverted.`,
    );
}

/**
 * Formats a list of paths.
 * @param {string[]} paths
 * @returns {string} such as "node_modules/a, node_modules/b and 5 more"
 */
function list(paths) {
  if (paths.length === 0) return 'package.json has a different version range';
  const named = paths.slice(0, 3).map((path) => path || 'the project itself');
  return named.join(', ') + (paths.length > 3 ? ` and ${paths.length - 3} more` : '');
}

/** Returns the text of a file, or `undefined` if the file does not exist. @param {string} path */
function readFileIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
