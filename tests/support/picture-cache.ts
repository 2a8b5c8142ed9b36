import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const CACHE_FOLDER = path.join(import.meta.dirname, '../../node_modules/.octavo/e2e-pictures');
/**
 * Drawing counts as finished if no picture is added for this time, in milliseconds. A newly started server adds its
 * first picture sooner.
 */
const IDLE_MILLISECONDS = 15_000;

/**
 * Links a data folder to the pictures that earlier runs drew, since drawing the library's pictures takes a minute. Runs
 * can share pictures, since the URL of a picture changes whenever its drawing changes.
 */
export async function linkCachedPictures(folder: string): Promise<void> {
  await mkdir(CACHE_FOLDER, { recursive: true });
  await symlink(CACHE_FOLDER, path.join(folder, 'files'), 'junction');
}

/**
 * Waits until the server with this data folder has drawn all pictures of the library. Drawing occupies a processor and
 * would distort measurements. If earlier runs have drawn all pictures, the wait takes half a minute.
 */
export async function waitForDrawing(folder: string): Promise<void> {
  let drawn = -1;
  let drawnBefore: number;
  do {
    drawnBefore = drawn;
    await delay(IDLE_MILLISECONDS);
    drawn = (await readdir(path.join(folder, 'files'), { recursive: true })).length;
  } while (drawn !== drawnBefore);
}
