// @ts-check
/**
 * Reads and writes stamps: small files with a hash of a step's inputs. A stamp is removed before the step runs and
 * written after the step has completed, so an existing stamp proves that the step was completed.
 */
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folder for the setup's state. npm does not touch dot folders in node_modules. */
export const STATE_FOLDER = join(ROOT, 'node_modules', '.octavo');

/** Reads a stamp. @param {string} path @returns {string} the stamp, or '' if there is none */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Writes a stamp atomically, so that no process reads an incomplete one. @param {string} path @param {string} stamp */
export function writeStamp(path, stamp) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, stamp);
  renameSync(draft, path);
}

/** Removes a stamp, so that its step runs again. @param {string} path */
export function removeStamp(path) {
  rmSync(path, { force: true });
}

/**
 * Returns a hash of the names and contents of files. Modification times are not used, since cloning and switching
 * branches change them.
 * @param {string[]} paths files and folders, relative to the root. Missing files and folders count as empty.
 * @param {(path: string) => boolean} [isIncluded] selects files of a folder
 */
export function hashFiles(paths, isIncluded = () => true) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of listFiles(path).filter(isIncluded)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(ROOT, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * Lists the files in a folder and its subfolders, or only the path itself if it is a file.
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}
