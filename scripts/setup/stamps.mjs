// @ts-check
/**
 * Stamps: small files that say what a thing was made from. A stamp is removed before the work and
 * written after it, so one that is there vouches for work that was finished.
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

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where set-up keeps what it must remember; npm leaves dot folders in node_modules alone. */
export const NOTES = join(ROOT, 'node_modules', '.octavo');

/** @param {string} path @returns {string} the stamp, or '' when there is none */
export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Writes a stamp in one go: a reader sees all of it or none. @param {string} path @param {string} stamp */
export function writeStamp(path, stamp) {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, stamp);
  renameSync(draft, path);
}

/** @param {string} path */
export function removeStamp(path) {
  rmSync(path, { force: true });
}

/**
 * A hash over the names and contents of files. Contents and not times, which a fresh clone or a change
 * of branch sets anew.
 * @param {string[]} paths files and folders, from the checkout's root; missing ones count as empty
 * @param {(path: string) => boolean} [isPart] which files of a folder count
 */
export function hashOf(paths, isPart = () => true) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesBelow(path).filter(isPart)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(ROOT, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`));
}
