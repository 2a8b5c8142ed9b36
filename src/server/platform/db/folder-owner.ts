import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The process that has locked a data folder. If a second process cannot start because of the lock, its error message
 * names the owner.
 */
export interface FolderOwner {
  pid: number;
  host: string;
  /** Time at which the process locked the folder, as an ISO 8601 timestamp. */
  since: string;
}

/** Returns a description of this process as the owner of a folder. */
export function createFolderOwner(): FolderOwner {
  return { pid: process.pid, host: hostname(), since: new Date().toISOString() };
}

/** Writes the owner file of a data folder atomically. */
export function writeFolderOwner(file: string, owner: FolderOwner): void {
  const partialFile = `${file}.part`;
  writeFileSync(partialFile, JSON.stringify(owner));
  renameSync(partialFile, file);
}

/** Reads the owner file of a data folder. Returns `undefined` if this fails. */
export function readFolderOwner(file: string): FolderOwner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FolderOwner;
  } catch {
    return undefined;
  }
}
