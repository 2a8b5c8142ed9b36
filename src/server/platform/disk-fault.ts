import { statfsSync } from 'node:fs';

/** MB on a disk without which the embedded database is neither made nor opened: a new one, and its log on top. */
const ROOM = 64;
const FULL = new Set(['ENOSPC', 'EDQUOT']);
const FORBIDDEN = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * What is wrong with the disk of a folder, and what to do, where that is why something failed in it: it is full, or
 * this user may not write there. `undefined` when it was something else. The embedded database breaks off without a
 * word when its disk is full, so room that is missing counts as the reason.
 */
export function diskFault(folder: string, error: unknown): string | undefined {
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException;
  if (FORBIDDEN.has(code) && path.startsWith(folder))
    return `The folder ${folder} cannot be used: ${message}. Give this user read and write access, or set DATA_DIR to another folder.`;
  const left = megabytesLeft(folder);
  if (FULL.has(code) || left < ROOM)
    return `The disk of ${folder} is full: ${left} MB free, and Octavo needs ${ROOM} MB to start. Free some space, or set DATA_DIR to a folder on another disk.`;
  return undefined;
}

function megabytesLeft(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.floor((bavail * bsize) / 1_000_000);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
