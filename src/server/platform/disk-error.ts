import { statfsSync } from 'node:fs';

/** Free disk space, in megabytes, that is needed to create an embedded database with its write-ahead log. */
const MIN_FREE_MEGABYTES = 64;
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
const PERMISSION_CODES = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Returns a message for the operator if `error` means that the disk of `folder` is full or that the process may not
 * access the folder. Returns `undefined` for other errors. If the folder contains the embedded database (`hasDatabase`)
 * and its disk has little free space, blames the full disk for any error, because the database crashes without a
 * message when its disk is full.
 */
export function describeDiskError(
  folder: string,
  error: unknown,
  { hasDatabase = true } = {},
): string | undefined {
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException;
  if (PERMISSION_CODES.has(code) && path.startsWith(folder))
    return `The folder ${folder} cannot be used: ${message}. Give this user read and write access, or set DATA_DIR to another folder.`;
  const freeMegabytes = getFreeMegabytes(folder);
  if (DISK_FULL_CODES.has(code) || (hasDatabase && freeMegabytes < MIN_FREE_MEGABYTES))
    return `The disk of ${folder} is full: ${freeMegabytes} MB free, and Octavo needs ${MIN_FREE_MEGABYTES} MB to start. Free some space, or set DATA_DIR to a folder on another disk.`;
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
