import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { cp, glob, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { reusePictures } from '../../support/picture-cache.ts';
import type { EarlierEdition } from './fill-folders.ts';
import { TEST_LIBRARY } from './test-library.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const KEPT = path.join(ROOT, 'node_modules/.octavo');
const NAME = 'e2e-data-';
/** Sources that, beside the library, decide the contents of a filled folder. */
const SOURCES = ['package-lock.json', 'src/{server,domain}/**/*.{ts,sql}', 'tests/e2e/setup/*.ts'];

/** Data folders with a filled database; each server gets a copy. */
export interface FilledFolders {
  /** Returns a copy of one of them, with the pictures that earlier runs drew. */
  copyOf(which: 'filled' | 'earlier'): Promise<string>;
  /** The URLs that `earlier` has and the library has not. */
  earlier: EarlierEdition;
}

/**
 * Fills the folders unless an earlier run did so from the same library and sources. Filling takes five seconds of
 * processor time; without the copies, every server would spend them again.
 */
export async function fillFolders(): Promise<FilledFolders> {
  const folder = path.join(KEPT, NAME + (await hashOfSources()));
  if (!existsSync(folder)) await fill(folder);
  return {
    async copyOf(which) {
      const copy = await newFolder();
      await cp(path.join(folder, which), copy, {
        recursive: true,
        mode: constants.COPYFILE_FICLONE,
      });
      return copy;
    },
    earlier: JSON.parse(await readFile(path.join(folder, 'earlier.json'), 'utf8')),
  };
}

/** Creates a data folder that holds only the pictures that earlier runs drew. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-e2e-'));
  await reusePictures(folder);
  return folder;
}

/** Runs in a process of its own, since a data folder is locked, and under a temporary name until it is complete. */
async function fill(folder: string): Promise<void> {
  for (const name of await readdir(KEPT))
    if (name.startsWith(NAME)) await rm(path.join(KEPT, name), { recursive: true, force: true });
  const making = `${folder}.making`;
  const script = path.join(import.meta.dirname, 'fill-folders.ts');
  await promisify(execFile)(process.execPath, [script, making], { cwd: ROOT });
  await rename(making, folder);
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256').update(TEST_LIBRARY);
  const files: string[] = [];
  for await (const file of glob(SOURCES, { cwd: ROOT }))
    if (!file.endsWith('.test.ts')) files.push(file);
  for (const file of files.sort()) hash.update(file).update(await readFile(path.join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}
