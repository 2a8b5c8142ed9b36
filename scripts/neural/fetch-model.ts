import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '#server/platform/start-error.ts';
import { type Progress, startProgressDisplay } from '../setup/terminal.mjs';

/** A voice model as its authors publish it: a folder in a `.tar.bz2`. */
export interface ModelArchive {
  url: string;
  /** The name of the folder in the archive. */
  folder: string;
  /** SHA-256 digests of the known archives of this model. */
  digests: readonly string[];
}

/**
 * The archive of Kokoro 1.0 in full precision, 350 MB. Reduced precision is slower on most processors. The first digest
 * is that of the archive available since September 2026, which has one more speaker. The second digest is that of the
 * earlier archive.
 */
export const KOKORO_ARCHIVE: ModelArchive = {
  url: 'https://github.com/k2-fsa/sherpa-onnx/releases/download/tts-models/kokoro-multi-lang-v1_0.tar.bz2',
  folder: 'kokoro-multi-lang-v1_0',
  digests: [
    'c5f7e2d2caf082bc1d20fb70334a61d99d20b484500aad32e7cf84c128ea3298',
    'c133d26353d776da730870dac7da07dbfc9a5e3bc80cc5e8e83ab6e823be7046',
  ],
};

/**
 * Downloads a voice model into a subfolder of `into`, unless it exists, and returns its path. Resumes an interrupted
 * download. The folder is renamed into place once it is complete. Throws a {@link StartError} with instructions for a
 * manual download.
 */
export async function fetchModel(archive: ModelArchive, into: string): Promise<string> {
  const folder = path.join(into, archive.folder);
  if (existsSync(folder)) return folder;
  await mkdir(into, { recursive: true });
  const file = path.join(into, path.basename(archive.url));
  if (!existsSync(file)) await download(archive, file);
  await unpack(archive, file, folder);
  await rm(file);
  return folder;
}

async function download(archive: ModelArchive, file: string): Promise<void> {
  const part = `${file}.part`;
  const progress = startProgressDisplay('Downloading the model');
  try {
    await downloadRest(archive.url, part, progress);
    progress.end('✓ downloaded');
  } catch (error) {
    progress.end('✗ download failed');
    throw new StartError(`Cannot download ${archive.url}: ${reasonOf(error)}. ${BY_HAND}`);
  }
  const digest = await digestOf(part);
  if (!archive.digests.includes(digest)) {
    await rm(part);
    throw new StartError(
      `The file from ${archive.url} has an unexpected SHA-256 (${digest}) and was deleted. ${BY_HAND}`,
    );
  }
  await rename(part, file);
}

const BY_HAND =
  'You can also download and unpack a model yourself, and run this command with NARRATOR_MODEL set to its folder.';

/** Downloads the missing part of a file. Throws an Error unless the whole file arrives. */
async function downloadRest(url: string, part: string, progress: Progress): Promise<void> {
  const had = existsSync(part) ? statSync(part).size : 0;
  const response = await fetch(url, had ? { headers: { range: `bytes=${had}-` } } : {});
  // Status 416 means that the file was already complete, and only its digest had not been checked.
  if (had && response.status === 416) return;
  if (!response.ok || !response.body)
    throw new Error(`the server returned status ${response.status}`);
  const isRest = response.status === 206;
  const start = isRest ? had : 0;
  const whole = start + Number(response.headers.get('content-length') ?? 0);
  let done = start;
  const counted = new Transform({
    transform(chunk: Buffer, _, pass) {
      done += chunk.length;
      progress.show(`${megabytes(done)} of ${megabytes(whole)} MB`, done, whole);
      pass(null, chunk);
    },
  });
  const target = createWriteStream(part, { flags: isRest ? 'a' : 'w' });
  await pipeline(response.body, counted, target);
  if (done < whole)
    throw new Error('the download was interrupted; run this command again to resume');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Unpacks the archive into a folder. Throws a {@link StartError} and keeps the archive if it cannot be unpacked. */
async function unpack(archive: ModelArchive, file: string, folder: string): Promise<void> {
  const draft = `${folder}-${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    const complaint = await run('tar', ['-xjf', file, '-C', draft]);
    if (complaint !== undefined)
      throw new StartError(
        `Cannot unpack ${file}: ${complaint}. Install tar and bzip2 (for example, apt-get install bzip2), then run this command again. ${BY_HAND}`,
      );
    await rename(path.join(draft, archive.folder), folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Runs a program without a shell. Returns its error output, or `undefined` if it succeeded. */
function run(command: string, args: readonly string[]): Promise<string | undefined> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) =>
      resolve(code === 0 ? undefined : said.trim() || `${command} exited with code ${code}`),
    );
  });
}

/**
 * Returns the reason for a failed download. An error from `fetch` says only that the request failed; its cause contains
 * the reason.
 */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || String(cause) : message;
}
