import { statfsSync } from 'node:fs';

/** Free space, in megabytes, that the embedded database needs to create a database and its write-ahead log. */
const MIN_FREE_MEGABYTES = 64;
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
const PERMISSION_CODES = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Returns a message for the operator if `error` means that the disk of `folder` is full or that the user has no write
 * permission. Returns `undefined` for other errors. The embedded database crashes without a message when its disk is
 * full, so any error is attributed to a full disk if little space is free.
 */
export function describeDiskError(folder: string, error: unknown): string | undefined {
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException;
  if (PERMISSION_CODES.has(code) && path.startsWith(folder))
    return `The folder ${folder} cannot be used: ${message}. Give this user read and write access, or set DATA_DIR to another folder.`;
  const freeMegabytes = getFreeMegabytes(folder);
  if (DISK_FULL_CODES.has(code) || freeMegabytes < MIN_FREE_MEGABYTES)
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
