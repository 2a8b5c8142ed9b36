import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runProgram } from '#server/platform/run-program.ts';
import { InstallationError, type ReportInstallationProgress } from './installation-error.ts';
import {
  getTemporaryFolderPath,
  removeTemporaryFolders,
  replaceFolder,
} from './temporary-folders.ts';

/** A voice model as its authors publish it: a `.tar.bz2` archive that contains one folder. */
export interface ModelArchive {
  url: string;
  /** The name of the folder in the archive. */
  folder: string;
  /** The SHA-256 digests of all accepted versions of the archive. */
  digests: readonly string[];
  /** Approximate sizes of the archive and of the folder in bytes. */
  bytes: number;
  unpackedBytes: number;
}

/**
 * The archive of Kokoro 1.0 in full precision, 350 MB. Models with reduced precision are slower on most processors. The
 * first digest is that of the archive published since September 2026, which has one more speaker. The second digest is
 * that of the earlier archive.
 */
export const KOKORO_ARCHIVE: ModelArchive = {
  url: 'https://github.com/k2-fsa/sherpa-onnx/releases/download/tts-models/kokoro-multi-lang-v1_0.tar.bz2',
  folder: 'kokoro-multi-lang-v1_0',
  digests: [
    'c5f7e2d2caf082bc1d20fb70334a61d99d20b484500aad32e7cf84c128ea3298',
    'c133d26353d776da730870dac7da07dbfc9a5e3bc80cc5e8e83ab6e823be7046',
  ],
  bytes: 350e6,
  unpackedBytes: 420e6,
};

export interface ModelInstallationOptions {
  /** Signal that stops the download or the unpacking. The part that was already downloaded is kept. */
  signal?: AbortSignal | undefined;
  report?: ReportInstallationProgress;
  /** Tests the unpacked model. If the test fails, the model is not installed. */
  test?: ((folder: string) => Promise<void>) | undefined;
  /** A download fails if no data arrives for this many milliseconds. */
  stallTimeout?: number;
}

const STALL_TIMEOUT = 60_000;
const MANUAL_INSTRUCTIONS =
  'You can also download and unpack a model yourself, and run this command with NARRATOR_MODEL set to its folder.';

/**
 * Downloads and unpacks a voice model into a subfolder of `modelsFolder`, and returns the path of the subfolder. Does
 * nothing if the subfolder exists. Resumes an interrupted download. Prepares the model in a temporary folder, and
 * renames the folder once it is complete. Throws an {@link InstallationError} with instructions for a manual download.
 */
export async function installModel(
  archive: ModelArchive,
  modelsFolder: string,
  options: ModelInstallationOptions = {},
): Promise<string> {
  const folder = path.join(modelsFolder, archive.folder);
  if (existsSync(folder)) return folder;
  await mkdir(modelsFolder, { recursive: true });
  const file = getArchivePath(archive, modelsFolder);
  if (!existsSync(file)) await download(archive, file, options);
  await unpack(archive, file, folder, options);
  await rm(file);
  return folder;
}

/** Returns how many bytes of an archive have been downloaded. */
export function countDownloadedBytes(archive: ModelArchive, modelsFolder: string): number {
  const file = getArchivePath(archive, modelsFolder);
  const existingFile = [file, getPartPath(file)].find((each) => existsSync(each));
  return existingFile === undefined ? 0 : statSync(existingFile).size;
}

function getArchivePath({ url }: ModelArchive, modelsFolder: string): string {
  return path.join(modelsFolder, path.basename(url));
}

function getPartPath(file: string): string {
  return `${file}.part`;
}

async function download(
  archive: ModelArchive,
  file: string,
  options: ModelInstallationOptions,
): Promise<void> {
  const partFile = getPartPath(file);
  try {
    await resumeDownload(archive.url, partFile, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new InstallationError(
      `Cannot download ${archive.url}: ${getFailureReason(error)}.`,
      MANUAL_INSTRUCTIONS,
    );
  }
  options.report?.('check');
  const digest = await computeDigest(partFile, options.signal);
  if (!archive.digests.includes(digest)) {
    await rm(partFile);
    throw new InstallationError(
      `The file from ${archive.url} has an unexpected SHA-256 (${digest}) and was deleted.`,
      MANUAL_INSTRUCTIONS,
    );
  }
  await rename(partFile, file);
}

/**
 * Downloads a file, or the rest of it if an earlier download was interrupted. Throws an error if the download fails or
 * is incomplete.
 */
async function resumeDownload(
  url: string,
  partFile: string,
  { signal, report, stallTimeout = STALL_TIMEOUT }: ModelInstallationOptions,
): Promise<void> {
  const stalled = new AbortController();
  const timer = setTimeout(
    () => stalled.abort(new Error('the server has stopped sending')),
    stallTimeout,
  );
  try {
    const existingBytes = existsSync(partFile) ? statSync(partFile).size : 0;
    const response = await fetch(url, {
      signal: AbortSignal.any([stalled.signal, ...(signal ? [signal] : [])]),
      ...(existingBytes && { headers: { range: `bytes=${existingBytes}-` } }),
    });
    // Status 416 means that no bytes are missing. The earlier download was complete, but its digest was not checked.
    if (existingBytes && response.status === 416) return;
    if (!response.ok || !response.body)
      throw new Error(`the server returned status ${response.status}`);
    const isPartial = response.status === 206;
    const start = isPartial ? existingBytes : 0;
    const totalBytes = start + Number(response.headers.get('content-length') ?? 0);
    let downloadedBytes = start;
    const counter = new Transform({
      transform(chunk: Buffer, _, callback) {
        timer.refresh();
        downloadedBytes += chunk.length;
        report?.('download', downloadedBytes, totalBytes);
        callback(null, chunk);
      },
    });
    report?.('download', downloadedBytes, totalBytes);
    const target = createWriteStream(partFile, { flags: isPartial ? 'a' : 'w' });
    await pipeline(response.body, counter, target);
    if (downloadedBytes < totalBytes)
      throw new Error('the connection was lost; another try resumes the download');
  } finally {
    clearTimeout(timer);
  }
}

async function computeDigest(file: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal });
  return hash.digest('hex');
}

/** Unpacks an archive into a folder. If this fails, keeps the archive and throws an {@link InstallationError}. */
async function unpack(
  archive: ModelArchive,
  file: string,
  folder: string,
  { signal, report, test }: ModelInstallationOptions,
): Promise<void> {
  report?.('unpack');
  await removeTemporaryFolders(folder);
  const draft = getTemporaryFolderPath(folder);
  await mkdir(draft);
  try {
    const args = ['-xjf', file, '-C', draft];
    const { hasSucceeded, output } = await runProgram('tar', args, { signal });
    if (!hasSucceeded) throw createUnpackError(file, output);
    const unpacked = path.join(draft, archive.folder);
    await test?.(unpacked);
    await replaceFolder(folder, unpacked);
  } finally {
    await removeTemporaryFolders(folder);
  }
}

/** An empty `.tar.bz2` archive for testing whether this machine can unpack archives of this format. */
const EMPTY_ARCHIVE = Buffer.from(
  'QlpoOTFBWSZTWXT1rfcAAARAAMAAAAggADCAKmlFrDi7kinChIOnrW+4',
  'base64',
);

/**
 * Throws an {@link InstallationError} if this machine cannot unpack models because tar or bzip2 is not installed. Call
 * this function before downloading a model.
 */
export async function assertCanUnpack(signal?: AbortSignal): Promise<void> {
  const { hasSucceeded, output } = await runProgram('tar', ['-tjf', '-'], {
    signal,
    input: EMPTY_ARCHIVE,
  });
  if (!hasSucceeded) throw createUnpackError('models', output);
}

function createUnpackError(subject: string, output: string): InstallationError {
  return new InstallationError(
    `Cannot unpack ${subject}: ${output}. Install tar and bzip2 (for example, apt-get install bzip2), then try again.`,
    MANUAL_INSTRUCTIONS,
  );
}

/**
 * Returns the reason why a download failed. An error from `fetch` only says that the request failed, so the reason is
 * taken from the error's cause.
 */
function getFailureReason(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || String(cause) : message;
}
