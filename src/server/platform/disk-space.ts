import { statfs } from 'node:fs/promises';

/** Free and total space of a drive in bytes. */
export interface DiskSpace {
  free: number;
  total: number;
}

/**
 * Returns the disk space of the drive that contains a folder. Returns `null` if this fails, for
 * example because the folder does not exist.
 */
export async function getDiskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
