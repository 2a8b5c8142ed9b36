import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const CACHE_FOLDER = path.join(import.meta.dirname, '../../node_modules/.octavo/e2e-pictures');
/**
 * Milliseconds without a new picture after which drawing counts as finished. A newly started server draws its first
 * picture within this time.
 */
const IDLE_MILLISECONDS = 15_000;

/**
 * Links a data folder to the pictures from earlier runs, because drawing the library's pictures takes a minute. The
 * pictures can be shared, because a picture gets a new URL whenever its drawing changes.
 */
export async function linkCachedPictures(folder: string): Promise<void> {
  await mkdir(CACHE_FOLDER, { recursive: true });
  await symlink(CACHE_FOLDER, path.join(folder, 'files'), 'junction');
}

/**
 * Waits until the server with this data folder has drawn all of the library's pictures. Without the wait, drawing would
 * distort measurements, because it occupies a processor. If all pictures exist already, the wait takes half a minute.
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
