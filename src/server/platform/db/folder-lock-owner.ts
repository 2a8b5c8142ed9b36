import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The process that has locked a data folder. If another process cannot start because of the lock, its error message
 * names this owner.
 */
export interface FolderLockOwner {
  pid: number;
  host: string;
  /** Time at which the process locked the folder, as an ISO 8601 timestamp. */
  since: string;
}

/** Returns a description of this process as the owner of a folder. */
export function createFolderLockOwner(): FolderLockOwner {
  return { pid: process.pid, host: hostname(), since: new Date().toISOString() };
}

/** Writes the owner file of a data folder atomically. */
export function writeFolderLockOwner(file: string, owner: FolderLockOwner): void {
  const partialFile = `${file}.part`;
  writeFileSync(partialFile, JSON.stringify(owner));
  renameSync(partialFile, file);
}

/** Reads the owner file of a data folder. Returns `undefined` if this fails. */
export function readFolderLockOwner(file: string): FolderLockOwner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FolderLockOwner;
  } catch {
    return undefined;
  }
}
