import { randomUUID } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ByteRange, resolveRange } from '#domain/byte-ranges.ts';
import { type FileStore, type StreamedFile, splitFileKeyIntoSegments } from './store.ts';

/**
 * Name of the subfolder for files that are being written. The subfolder must be on the same disk as the finished files,
 * because a rename is atomic only within one disk. File keys cannot start with a dot, so no key can collide with this
 * name.
 */
const DRAFTS_FOLDER = '.drafts';
/** Milliseconds after which an unfinished file is considered abandoned by a crashed process. */
const ABANDONED_AFTER = 60 * 60 * 1000;
/**
 * Number of bytes at the beginning of a file that are checked for damage. If they are all zero, the file was damaged by
 * a power failure, because no file format that Octavo writes starts with 16 zero bytes.
 */
const CHECKED_BYTES = 16;
/** Maximum number of keys in a page of a file list. */
const KEYS_PER_PAGE = 1000;
/**
 * Codes of file system errors that mean that there is no file at a path: the path does not exist, is a folder, or
 * contains a file where a folder is expected.
 */
const NO_FILE_CODES = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ERR_FS_EISDIR']);

/** Creates a file store in a folder. Several processes may share the folder. */
export function createFolderFileStore(folder: string): FileStore {
  const cleanup = removeAbandonedDrafts(path.join(folder, DRAFTS_FOLDER)).catch(() => {});

  return {
    async read(key, range) {
      const file = await openIntactFile(toFilePath(folder, key));
      return file && toOpenFile(file.handle, file.stats, range);
    },

    async has(key) {
      const file = await openIntactFile(toFilePath(folder, key));
      await file?.handle.close();
      return file !== undefined;
    },

    async write(key, bytes) {
      await cleanup;
      const filePath = toFilePath(folder, key);
      const draft = path.join(folder, DRAFTS_FOLDER, randomUUID());
      await mkdir(path.join(folder, DRAFTS_FOLDER), { recursive: true });
      await mkdir(path.dirname(filePath), { recursive: true });
      try {
        await writeToDisk(draft, bytes);
        await rename(draft, filePath);
      } finally {
        await rm(draft, { force: true });
      }
    },

    async *list(folderKey) {
      yield* splitIntoPages(listKeys(toFilePath(folder, folderKey), folderKey));
    },

    listAll: () => splitIntoPages(listKeysRecursively(folder, '')),

    // Keeps the file's folder even if it is now empty, because another process may be about to write to it.
    async remove(key) {
      const filePath = toFilePath(folder, key);
      await rm(filePath).catch((error: NodeJS.ErrnoException) => {
        if (!NO_FILE_CODES.has(error.code ?? '')) throw error;
      });
    },
  };
}

function toFilePath(folder: string, key: string): string {
  return path.join(folder, ...splitFileKeyIntoSegments(key));
}

/** Yields the keys of the files in a folder, without its subfolders. Yields nothing if the folder does not exist. */
async function* listKeys(directory: string, key: string): AsyncGenerator<string> {
  for await (const entry of listEntries(directory))
    if (entry.isFile()) yield `${key}/${entry.name}`;
}

/** Yields the keys of the files in a folder and all its subfolders. Skips names that begin with a dot. */
async function* listKeysRecursively(directory: string, prefix: string): AsyncGenerator<string> {
  for await (const entry of listEntries(directory)) {
    if (entry.isDirectory())
      yield* listKeysRecursively(path.join(directory, entry.name), `${prefix}${entry.name}/`);
    else if (entry.isFile()) yield `${prefix}${entry.name}`;
  }
}

async function* listEntries(directory: string): AsyncGenerator<Dirent> {
  const entries = await opendir(directory).catch((error: NodeJS.ErrnoException) => {
    if (!NO_FILE_CODES.has(error.code ?? '')) throw error;
  });
  for await (const entry of entries ?? []) if (!entry.name.startsWith('.')) yield entry;
}

async function* splitIntoPages(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const key of keys) {
    if (page.push(key) < KEYS_PER_PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length) yield page;
}

interface OpenedFile {
  handle: FileHandle;
  stats: Stats;
}

/** Opens a file. Returns `undefined` if the file is missing, empty or damaged. */
async function openIntactFile(filePath: string): Promise<OpenedFile | undefined> {
  const handle = await open(filePath).catch((error: NodeJS.ErrnoException) => {
    if (!NO_FILE_CODES.has(error.code ?? '')) throw error;
  });
  if (!handle) return undefined;
  try {
    const stats = await handle.stat();
    if (stats.isFile() && (await startsWithData(handle))) return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

async function startsWithData(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHECKED_BYTES), 0, CHECKED_BYTES, 0);
  return buffer.subarray(0, bytesRead).some((byte) => byte !== 0);
}

async function toOpenFile(
  handle: FileHandle,
  { size, mtimeMs }: Stats,
  range: ByteRange | undefined,
): Promise<StreamedFile> {
  try {
    const { from, to } = resolveRange(range, size);
    const body = handle.createReadStream({ start: from, end: to });
    return {
      size,
      etag: `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
      from,
      to,
      body,
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Writes a file and flushes it to disk. Without the flush, a power failure after the rename could leave an empty file.
 */
async function writeToDisk(filePath: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(filePath, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeAbandonedDrafts(draftsFolder: string): Promise<void> {
  for (const name of await readdir(draftsFolder)) {
    const draft = path.join(draftsFolder, name);
    const { mtimeMs } = await stat(draft);
    if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(draft, { force: true });
  }
}
