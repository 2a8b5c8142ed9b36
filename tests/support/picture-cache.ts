import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const KEPT = path.join(import.meta.dirname, '../../node_modules/.octavo/e2e-pictures');
/**
 * Milliseconds without a new picture after which drawing has finished; a server starts to draw sooner than
 * that.
 */
const TO_REST = 15_000;

/**
 * Fills a data folder with the pictures that earlier runs drew. Drawing the library's pictures takes a
 * minute, and their URLs change with their drawings, so runs can share them.
 */
export async function reusePictures(folder: string): Promise<void> {
  await mkdir(KEPT, { recursive: true });
  await symlink(KEPT, path.join(folder, 'files'), 'junction');
}

/**
 * Waits until a server with this folder has drawn all pictures ahead of time. Drawing occupies one processor
 * and would distort measurements. Takes half a minute if earlier runs drew them all.
 */
export async function waitForDrawing(folder: string): Promise<void> {
  let drawn = -1;
  let drawnBefore: number;
  do {
    drawnBefore = drawn;
    await delay(TO_REST);
    drawn = (await readdir(path.join(folder, 'files'), { recursive: true })).length;
  } while (drawn !== drawnBefore);
}
