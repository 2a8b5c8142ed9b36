import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/** The number of evenly spaced blocks that are read from a large file. Small files are read completely. */
const BLOCKS = 64;
const BLOCK = 4096;

/**
 * Computes a short hash of files and folders from their names, their sizes, blocks of their content, and the settings
 * in `made`. Hashing a whole model would take a second at each start. Blocks suffice, because models with different
 * weights differ throughout the file.
 */
export function computeModelFingerprint(paths: readonly string[], made: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(made));
  for (const each of paths) addPath(hash, each);
  return hash.digest('hex').slice(0, 16);
}

function addPath(hash: Hash, place: string): void {
  const stat = statSync(place);
  if (!stat.isDirectory()) addFile(hash, place, stat.size);
  else for (const name of readdirSync(place).sort()) addPath(hash, path.join(place, name));
}

function addFile(hash: Hash, place: string, size: number): void {
  hash.update(JSON.stringify([path.basename(place), size]));
  const file = openSync(place, 'r');
  try {
    const block = new Uint8Array(BLOCK);
    const step = Math.max(BLOCK, (size - BLOCK) / (BLOCKS - 1));
    for (let at = 0; at < size; at += step) {
      const read = readSync(file, block, 0, BLOCK, Math.floor(at));
      hash.update(block.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}
