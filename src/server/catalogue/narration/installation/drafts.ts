import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Returns the path at which this process prepares a folder, before the folder is renamed into place. */
export function getDraftPath(folder: string): string {
  return `${folder}-${process.pid}`;
}

/** Replaces a folder, which may not exist, with its draft or a folder in its draft. */
export async function replaceByDraft(folder: string, draft: string): Promise<void> {
  await rename(folder, `${getDraftPath(folder)}0`).catch(ignoreMissing);
  await rename(draft, folder);
}

/**
 * Removes the drafts of a folder, and the former versions that {@link replaceByDraft} has moved aside. Includes those
 * of processes that were killed. No other process may prepare this folder at the same time.
 */
export async function removeDrafts(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const names = await readdir(parent).catch(ignoreMissing);
  for (const name of names ?? [])
    if (name.startsWith(`${path.basename(folder)}-`) && /-\d+$/.test(name))
      await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
