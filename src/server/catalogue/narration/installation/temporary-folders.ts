import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the path of the temporary folder in which this process prepares the new content of `folder`. The temporary
 * folder is renamed to `folder` once it is complete.
 */
export function getTemporaryFolderPath(folder: string): string {
  return `${folder}-${process.pid}`;
}

/**
 * Replaces `folder` with `draft`. If `folder` does not exist, only renames `draft` to `folder`. `draft` is the
 * temporary folder or one of its subfolders.
 */
export async function replaceFolder(folder: string, draft: string): Promise<void> {
  await rename(folder, `${getTemporaryFolderPath(folder)}0`).catch(ignoreMissing);
  await rename(draft, folder);
}

/**
 * Removes the temporary folders that any process has created for `folder`. Also removes the old versions of `folder`
 * that {@link replaceFolder} has renamed. Call this function only while no other process is preparing `folder`.
 */
export async function removeTemporaryFolders(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  const names = await readdir(parent).catch(ignoreMissing);
  for (const name of names ?? [])
    if (name.startsWith(`${path.basename(folder)}-`) && /-\d+$/.test(name))
      await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
