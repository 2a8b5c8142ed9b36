// @ts-check
/**
 * Reads and writes stamps. A stamp is a small file with a hash of a setup step's inputs. It is removed before the step
 * runs, and written after the step has succeeded. An existing stamp therefore proves that the step was completed.
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

/**
 * The folder in which the setup stores its state. It is in node_modules. Its name begins with a dot, because npm leaves
 * such folders there unchanged.
 */
export const STATE_FOLDER = join(ROOT, 'node_modules', '.octavo');

/** Reads a stamp. @param {string} path @returns {string} the stamp, or '' if there is none */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Writes a stamp atomically, so that no process reads an incomplete stamp. @param {string} path @param {string} stamp
 */
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
 * Returns a hash of the names and contents of files. Ignores modification times, because Git changes them when it
 * clones a repository or switches branches.
 * @param {string[]} paths files and folders, relative to the root. Missing files and folders count as empty.
 * @param {(path: string) => boolean} [isIncluded] selects which files in a folder to include
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
 * Returns the paths of the files in a folder and its subfolders. Given the path of a file, returns only that path.
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
