import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const KEPT = path.join(import.meta.dirname, '../../node_modules/.octavo/e2e-pictures');
/** Milliseconds without a new picture after which no more are being drawn; a server begins sooner after its start. */
const TO_REST = 15_000;

/**
 * Gives a data folder the pictures that former runs drew. Drawing the library's takes a minute of the
 * machine, and their addresses change when the drawings do: what one run drew serves the next.
 */
export async function keepPictures(folder: string): Promise<void> {
  await mkdir(KEPT, { recursive: true });
  await symlink(KEPT, path.join(folder, 'files'), 'junction');
}

/**
 * Waits until a server on this folder draws no more pictures ahead: until then it has one of the machine's processors, and
 * whatever is measured beside it is measured wrong. Half a minute where former runs drew them all.
 */
export async function untilDrawn(folder: string): Promise<void> {
  let drawn = -1;
  let drawnBefore: number;
  do {
    drawnBefore = drawn;
    await delay(TO_REST);
    drawn = (await readdir(path.join(folder, 'files'), { recursive: true })).length;
  } while (drawn !== drawnBefore);
}
