import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that holds a data folder. Only used in the error message of another process that cannot start. */
export interface FolderOwner {
  pid: number;
  host: string;
  /** Start of the ownership, as an ISO 8601 timestamp. */
  since: string;
}

/** Returns the description of this process as a folder's owner. */
export function describeThisProcess(): FolderOwner {
  return { pid: process.pid, host: hostname(), since: new Date().toISOString() };
}

/** Writes the owner file atomically. */
export function writeOwner(file: string, owner: FolderOwner): void {
  const draft = `${file}.part`;
  writeFileSync(draft, JSON.stringify(owner));
  renameSync(draft, file);
}

/** Reads the owner file. Returns `undefined` if this fails. */
export function readOwner(file: string): FolderOwner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FolderOwner;
  } catch {
    return undefined;
  }
}
