import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';

const KEPT = path.join(import.meta.dirname, '../../node_modules/.octavo/e2e-pictures');

/**
 * Gives a data folder the pictures that former runs drew. Drawing the library's takes a minute of the
 * machine, and their addresses change when the drawings do: what one run drew serves the next.
 */
export async function keepPictures(folder: string): Promise<void> {
  await mkdir(KEPT, { recursive: true });
  await symlink(KEPT, path.join(folder, 'files'), 'junction');
}
