import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { z } from 'zod';
import { StartError } from '#server/platform/start-error.ts';

/** Version of the backup archive format. Archives with another version are rejected. */
const FORMAT = 1;
/** File name of the manifest, which is the last entry of an archive. An archive without a manifest is incomplete. */
const MANIFEST = 'manifest.json';

const tableSummarySchema = z.strictObject({
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
  /** Digest of the table's rows. The order of the rows does not affect the digest (see {@link RowDigest}). */
  digest: z.string(),
});

/** The manifest's description of a table: its columns, number of rows and digest. */
export type TableSummary = z.infer<typeof tableSummarySchema>;

const contentsSchema = z.strictObject({
  format: z.literal(FORMAT),
  createdAt: z.iso.datetime(),
  engine: z.string(),
  /** Hashes of the migrations that created the tables, in the order in which they ran. */
  migrations: z.array(z.string()),
  /** The backed-up tables, by schema and name, such as `public.articles`. */
  tables: z.record(z.string(), tableSummarySchema),
  files: z.int().nonnegative(),
});

/** The contents of a backup, as its manifest describes them. */
export type BackupContents = z.infer<typeof contentsSchema>;

const manifestSchema = z.strictObject({
  contents: contentsSchema,
  /** Digest of all entries before the manifest (see {@link EntryDigest}). */
  sha256: z.string(),
});

/** An entry of an archive. `body` must be read to the end before the next entry is read. */
export interface ArchiveEntry {
  name: string;
  size: number;
  body: Readable;
}

/** Appends entries to an archive that is being written. */
export interface ArchiveWriter {
  /** Appends an entry. `body` must contain exactly `size` bytes. */
  add(name: string, size: number, body: Readable | Buffer): Promise<void>;
}

/**
 * Writes an archive: a gzipped tar file whose last entry is a manifest. `fill` adds the entries, and returns the
 * contents that the manifest lists. The archive is written to a `.partial` file. Once the archive is complete and
 * flushed to disk, the file is renamed to `file`. Throws {@link StartError} if `file` or the `.partial` file already
 * exists.
 */
export async function writeArchive(
  file: string,
  fill: (archive: ArchiveWriter) => Promise<Omit<BackupContents, 'format'>>,
): Promise<BackupContents> {
  if (existsSync(file)) throw new StartError(`${file} already exists. Choose another name.`);
  const partial = `${file}.partial`;
  const tar = pack();
  const output = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
  const written = pipeline(tar, createGzip(), output);
  // Prevents an unhandled rejection if writing the archive fails while entries are still being added.
  written.catch(() => {});
  let outputError: Error | undefined;
  output.once('error', (error) => {
    outputError = error;
  });
  try {
    const digest = new EntryDigest();
    const contents = {
      format: FORMAT,
      ...(await fill(createArchiveWriter(tar, digest, written))),
    } as const;
    const manifest = { contents, sha256: digest.end() };
    await addEntry(tar, MANIFEST, Buffer.from(JSON.stringify(manifest, null, 2)));
    tar.finalize();
    await written;
    await syncToDisk(partial, 'r+');
    await rename(partial, file);
    // Errors are ignored, because `fsync` on a folder fails on Windows and on some network file systems.
    await syncToDisk(path.dirname(file), 'r').catch(() => {});
    return contents;
  } catch (error) {
    // If the archive file could not be written, that error is the cause of the failure. It is saved before the archive
    // is destroyed, because destroying the archive causes an output error too.
    const writeError = outputError;
    tar.destroy();
    await written.catch(() => {});
    if (isFileExistsError(outputError)) throw createPartialFileError(partial);
    await rm(partial, { force: true });
    if (writeError)
      throw new StartError(
        `Cannot write the backup to ${file}: ${writeError.message}. Free some space, or choose another folder.`,
      );
    throw error;
  }
}

/**
 * Reads an archive from beginning to end, and passes each entry to `onEntry`. Returns the contents that the manifest
 * lists. Throws {@link StartError} if the file is not a complete backup. By then, `onEntry` may already have been
 * called for some entries.
 */
export async function readArchive(
  file: string,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<BackupContents> {
  const entries = extract();
  const unpacked = pipeline(createReadStream(file), createGunzip(), entries);
  unpacked.catch(() => {});
  const digest = new EntryDigest();
  let manifest: unknown;
  let failure: unknown;
  try {
    for await (const entry of entries) {
      const { name, size = 0 } = entry.header;
      if (name === MANIFEST) {
        manifest = JSON.parse((await buffer(entry)).toString());
        continue;
      }
      const body = Readable.from(digest.passThrough(name, entry));
      try {
        await onEntry({ name, size, body });
      } catch (error) {
        failure = error;
        throw error;
      }
      // The rest of the entry's body is read even if `onEntry` did not read it, because the digest covers every byte.
      body.resume();
      if (!body.readableEnded) await once(body, 'end');
    }
    await unpacked;
  } catch (error) {
    if (failure) throw failure;
    throw createInvalidBackupError(file, (error as Error).message);
  }
  const parsed = manifestSchema.safeParse(manifest);
  if (!parsed.success) throw createInvalidBackupError(file, 'its manifest is missing or unknown');
  if (parsed.data.sha256 !== digest.end())
    throw createInvalidBackupError(file, 'its contents have changed');
  return parsed.data.contents;
}

/**
 * Returns a writer that appends entries to `tar`. `written` is the promise that settles when the archive file has been
 * written. If it rejects, for example because the disk is full, `add` rejects too. Otherwise, `add` would wait forever.
 */
function createArchiveWriter(
  tar: Pack,
  digest: EntryDigest,
  written: Promise<void>,
): ArchiveWriter {
  return {
    async add(name, size, source) {
      const bytes = Buffer.isBuffer(source) ? [source] : source;
      const body = Readable.from(digest.passThrough(name, bytes));
      await Promise.race([addEntry(tar, name, body, size), written]);
    },
  };
}

async function addEntry(tar: Pack, name: string, body: Readable | Buffer, size?: number) {
  if (Buffer.isBuffer(body)) {
    await new Promise<void>((resolve, reject) => {
      tar.entry({ name }, body, (error) => (error ? reject(error) : resolve()));
    });
    return;
  }
  const entry = tar.entry({ name, size: size! });
  await pipeline(body, entry);
}

/**
 * The SHA-256, in hexadecimal, of a list that contains each entry's name and SHA-256. The order of the entries affects
 * the digest.
 */
class EntryDigest {
  readonly #hash = createHash('sha256');

  /** Yields the chunks of an entry, and adds them to the digest. */
  async *passThrough(
    name: string,
    body: AsyncIterable<unknown> | Iterable<unknown>,
  ): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const bytes of body) {
      const chunk = bytes as Buffer;
      hash.update(chunk);
      yield chunk;
    }
    this.#hash.update(`${name}\0${hash.digest('hex')}\n`);
  }

  end(): string {
    return this.#hash.digest('hex');
  }
}

/** Flushes a file or folder to disk. On Windows, this requires a file that is open for writing (`r+`). */
async function syncToDisk(fileOrFolder: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(fileOrFolder, flags);
  await handle.sync().finally(() => handle.close());
}

function isFileExistsError(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'EEXIST';
}

function createPartialFileError(partial: string): StartError {
  return new StartError(
    `${partial} exists: another backup is being written, or was interrupted. If none is running, remove it and try again.`,
  );
}

function createInvalidBackupError(file: string, reason: string): StartError {
  return new StartError(`${file} is not a complete backup of Octavo: ${reason}.`);
}
