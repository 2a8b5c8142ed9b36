import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** The process that holds a data folder, for the error message of a refused start only. */
export interface FolderOwner {
  pid: number;
  host: string;
  /** ISO 8601. */
  since: string;
}

/** Returns this process as the owner of a folder. */
export function describeThisProcess(): FolderOwner {
  return { pid: process.pid, host: hostname(), since: new Date().toISOString() };
}

/** Writes the owner's file atomically. */
export function writeOwner(file: string, owner: FolderOwner): void {
  const draft = `${file}.part`;
  writeFileSync(draft, JSON.stringify(owner));
  renameSync(draft, file);
}

/** Reads the owner's file; returns `undefined` if that fails. */
export function readOwner(file: string): FolderOwner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FolderOwner;
  } catch {
    return undefined;
  }
}
