import { statfsSync } from 'node:fs';

/** Free megabytes that the embedded database needs to start: for a new database and its write-ahead log. */
const MIN_FREE_MEGABYTES = 64;
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
const PERMISSION_CODES = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Returns what is wrong with the disk of a folder, and what to do, if `error` has such a cause: the disk is full, or the
 * user may not write there. Returns `undefined` for another cause. The embedded database crashes without a message when
 * its disk is full, so missing space counts as the cause.
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
