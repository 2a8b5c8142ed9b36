import { statfsSync } from 'node:fs';

/** MB on a disk without which the embedded database is neither made nor opened: a new one, and its log on top. */
const MIN_FREE_MEGABYTES = 64;
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
const PERMISSION_CODES = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * What is wrong with the disk of a folder, and what to do, where that is why something failed in it: it is full, or
 * this user may not write there. `undefined` when it was something else. The embedded database breaks off without a
 * word when its disk is full, so room that is missing counts as the reason.
 */
export function describeDiskError(folder: string, error: unknown): string | undefined {
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException;
  if (PERMISSION_CODES.has(code) && path.startsWith(folder))
    return `The folder ${folder} cannot be used: ${message}. Give this user read and write access, or set DATA_DIR to another folder.`;
  const left = getFreeMegabytes(folder);
  if (DISK_FULL_CODES.has(code) || left < MIN_FREE_MEGABYTES)
    return `The disk of ${folder} is full: ${left} MB free, and Octavo needs ${MIN_FREE_MEGABYTES} MB to start. Free some space, or set DATA_DIR to a folder on another disk.`;
  return undefined;
}

function getFreeMegabytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.floor((bavail * bsize) / 1_000_000);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
