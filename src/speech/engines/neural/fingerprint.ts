import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/** The number of evenly spaced blocks of a large file that are hashed. Small files are hashed completely. */
const BLOCKS = 64;
const BLOCK = 4096;

/**
 * Computes a short hash of files and folders from their names, their sizes, blocks of their content, and `settings`.
 * The content of a large file is sampled in blocks, because hashing a whole model would take a second at each start.
 * The blocks suffice, because models with different weights differ throughout their files.
 */
export function computeModelFingerprint(paths: readonly string[], settings: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const each of paths) addPath(hash, each);
  return hash.digest('hex').slice(0, 16);
}

function addPath(hash: Hash, filePath: string): void {
  const stat = statSync(filePath);
  if (!stat.isDirectory()) addFile(hash, filePath, stat.size);
  else for (const name of readdirSync(filePath).sort()) addPath(hash, path.join(filePath, name));
}

function addFile(hash: Hash, filePath: string, size: number): void {
  hash.update(JSON.stringify([path.basename(filePath), size]));
  const file = openSync(filePath, 'r');
  try {
    const block = new Uint8Array(BLOCK);
    const step = Math.max(BLOCK, (size - BLOCK) / (BLOCKS - 1));
    for (let offset = 0; offset < size; offset += step) {
      const bytesRead = readSync(file, block, 0, BLOCK, Math.floor(offset));
      hash.update(block.subarray(0, bytesRead));
    }
  } finally {
    closeSync(file);
  }
}
