import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who holds a data folder, for the sentence that refuses the next one. Nothing is decided by it. */
export interface FolderOwner {
  pid: number;
  host: string;
  /** ISO 8601. */
  since: string;
}

export function describeThisProcess(): FolderOwner {
  return { pid: process.pid, host: hostname(), since: new Date().toISOString() };
}

/** Whole or not at all: written beside, and put in its place. */
export function writeOwner(file: string, owner: FolderOwner): void {
  const draft = `${file}.part`;
  writeFileSync(draft, JSON.stringify(owner));
  renameSync(draft, file);
}

/** Who is named there; `undefined` when that cannot be read. */
export function readOwner(file: string): FolderOwner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FolderOwner;
  } catch {
    return undefined;
  }
}
