// @ts-check
/**
 * Installs the npm packages with `npm install` rather than `npm ci`. docs/decisions/0005-npm-install.md explains why.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getNpmCommand } from '../../src/server/platform/npm-command.mjs';
import {
  addMissingPackagesForMachine,
  isLockfileForManifest,
  listChangedLockfileEntries,
  listLockfileEntriesForThisMachine,
} from './package-lock.mjs';
import { runQuietly } from './run-quietly.mjs';
import { hashFiles, ROOT, readStamp, removeStamp, STATE_FOLDER, writeStamp } from './stamps.mjs';

const MODULES = join(ROOT, 'node_modules');
const LOCKFILE = join(ROOT, 'package-lock.json');
const STAMP = join(STATE_FOLDER, 'packages');
/**
 * Path of a file that exists only while npm is installing packages. If it exists before an installation begins, an
 * earlier installation was killed.
 */
const INSTALL_MARKER = join(STATE_FOLDER, 'install-under-way');
/** Path of the Node.js executable in node_modules, which the install script of the npm package `node` installs. */
export const PROJECT_NODE_PATH = join(
  MODULES,
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const COUNT_INTERVAL_MS = 250;
// `--include` overrides settings that would make npm omit the build tools, such as a production environment or an
// .npmrc file.
const NPM_ARGUMENTS = ['install', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];

/** @type {import('../setup.mjs').Step} */
export const installPackagesStep = {
  name: 'packages',

  isCurrent: () => readStamp(STAMP) === computeStamp() && isComplete(),

  async run(progress) {
    removeStamp(STAMP);
    if (existsSync(INSTALL_MARKER)) {
      progress.say('The last install was interrupted. Starting over.');
      await removeModules();
    }
    const committed = readFileIfPresent(LOCKFILE);
    const restoreLockfile = () => committed !== undefined && writeFileSync(LOCKFILE, committed);
    // The exit handler restores package-lock.json even if the install fails or is interrupted.
    process.once('exit', restoreLockfile);
    if (committed !== undefined) writeFileSync(LOCKFILE, addMissingPackagesForMachine(committed));
    await install(progress);
    process.off('exit', restoreLockfile);
    revertLockfile(committed, progress);
    if (!isComplete()) throw new Error(describeMissingPackages());
    writeStamp(STAMP, computeStamp());
    return String(listLockfileEntriesForThisMachine().filter(isPresent).length);
  },
};

/**
 * Returns the stamp of an up-to-date installation. The stamp contains the platform, because native packages that were
 * installed for another platform do not work on this machine.
 */
function computeStamp() {
  return `${hashFiles(['package.json', 'package-lock.json'])} ${process.platform} ${process.arch}`;
}

function isComplete() {
  return (
    existsSync(PROJECT_NODE_PATH) &&
    listLockfileEntriesForThisMachine().every((entry) => entry.isOptional || isPresent(entry))
  );
}

/** Returns true if the package that a lockfile entry describes is installed. @param {{ path: string }} entry */
function isPresent({ path }) {
  return existsSync(join(ROOT, path, 'package.json'));
}

function describeMissingPackages() {
  return existsSync(PROJECT_NODE_PATH)
    ? 'npm finished, but some packages are missing. Delete node_modules and try again.'
    : 'npm did not run the install script of the package "node". If ignore-scripts is set in your .npmrc, run: npm install --ignore-scripts=false';
}

/** Runs `npm install` and shows its progress. @param {import('./terminal.mjs').Progress} progress */
async function install(progress) {
  mkdirSync(STATE_FOLDER, { recursive: true });
  writeStamp(INSTALL_MARKER, '');
  const entries = listLockfileEntriesForThisMachine();
  const counter = setInterval(() => {
    const presentCount = entries.filter(isPresent).length;
    progress.show(`${presentCount} of ${entries.length}`, presentCount, entries.length);
  }, COUNT_INTERVAL_MS);
  const npm = getNpmCommand();
  try {
    const { hasSucceeded, lastLines } = await runQuietly(
      npm.command,
      [...npm.args, ...NPM_ARGUMENTS],
      {
        throughShell: npm.throughShell,
      },
    );
    // The marker of an unfinished installation is removed even if npm has failed, because npm rolls back its changes
    // unless it is killed.
    removeStamp(INSTALL_MARKER);
    if (!hasSucceeded) {
      throw new Error('npm install failed; see its last lines above.', { cause: lastLines });
    }
  } finally {
    clearInterval(counter);
  }
}

/**
 * Removes all packages after an installation has been killed. Any of the packages may be incomplete, and npm would not
 * repair them, because it treats every folder with a package.json as an installed package.
 */
async function removeModules() {
  for (const name of readdirSync(MODULES)) {
    const path = join(MODULES, name);
    if (path === STATE_FOLDER) continue;
    try {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      // Windows cannot remove the npm package `node` while the Node.js in this package is running. The package may
      // stay, because it works.
      if (name !== 'node') throw error;
    }
  }
}

/**
 * Undoes npm's changes to package-lock.json by restoring the committed text. Outside CI, does so only if the committed
 * text matches package.json.
 * @param {string | undefined} committed
 * @param {import('./terminal.mjs').Progress} progress
 * @throws {Error} in CI, if the committed text does not match package.json or the installed
 *   packages
 */
function revertLockfile(committed, progress) {
  const written = readFileIfPresent(LOCKFILE);
  if (committed === undefined || written === undefined || written === committed) return;
  const differences = listChangedLockfileEntries(committed, written);
  const isMatching = isLockfileForManifest(
    committed,
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  );
  if (isMatching || process.env.CI) writeFileSync(LOCKFILE, committed);
  if (process.env.CI && (!isMatching || differences.length > 0)) {
    throw new Error(
      `package-lock.json does not match what npm installed (${formatPaths(differences)}). Run npm install, review the change, and commit it.`,
    );
  }
  if (!isMatching)
    progress.say(`package-lock.json was updated to match package.json. Commit both.`);
  else if (differences.length > 0)
    progress.say(
      `npm tried to change package-lock.json (${formatPaths(differences)}). The change was reverted.`,
    );
}

/**
 * Formats a list of paths.
 * @param {string[]} paths
 * @returns {string} such as "node_modules/a, node_modules/b and 5 more"
 */
function formatPaths(paths) {
  if (paths.length === 0) return 'package.json has a different version range';
  const names = paths.slice(0, 3).map((path) => path || 'the project itself');
  return names.join(', ') + (paths.length > 3 ? ` and ${paths.length - 3} more` : '');
}

/** Returns a file's text, or `undefined` if the file does not exist. @param {string} path */
function readFileIfPresent(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
