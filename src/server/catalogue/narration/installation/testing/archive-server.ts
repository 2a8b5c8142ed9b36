import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeTinyKokoroModel } from '#server/testing/tiny-voices.ts';
import type { ModelArchive } from '../install-model.ts';

/** The name of the model in the test archive. */
export const TINY_MODEL_NAME = 'tiny-kokoro';

/**
 * The behavior of the test server. It responds normally (`whole`), ignores range requests (`without-ranges`), sends
 * half of the archive and then either keeps the connection open (`half-then-hang`) or closes it (`half-then-cut`), or
 * responds with 404 (`missing`).
 */
export type ArchiveServerMode =
  | 'whole'
  | 'without-ranges'
  | 'half-then-hang'
  | 'half-then-cut'
  | 'missing';

export interface ArchiveServer {
  archive: ModelArchive;
  mode: ArchiveServerMode;
  /** The byte ranges that clients requested. An `undefined` entry is a request for the whole file. */
  ranges: (string | undefined)[];
  close(): Promise<void>;
}

/** Starts an HTTP server on this machine that serves the archive of a tiny voice model for tests. */
export async function startArchiveServer(): Promise<ArchiveServer> {
  const bytes = packTinyModel();
  const half = bytes.length >> 1;
  const server = createServer(({ headers: { range } }, response) => {
    const { mode } = archiveServer;
    archiveServer.ranges.push(range);
    if (mode === 'missing') return response.writeHead(404).end();
    const isPartial = range !== undefined && mode !== 'without-ranges';
    const start = isPartial ? Number(/bytes=(\d+)-/.exec(range)![1]) : 0;
    if (start >= bytes.length) return response.writeHead(416).end();
    response.writeHead(isPartial ? 206 : 200, { 'content-length': bytes.length - start });
    if (!mode.startsWith('half')) return response.end(bytes.subarray(start));
    response.write(
      bytes.subarray(start, half),
      () => mode === 'half-then-cut' && response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const archiveServer: ArchiveServer = {
    archive: {
      url: `http://127.0.0.1:${port}/${TINY_MODEL_NAME}.tar.bz2`,
      folder: TINY_MODEL_NAME,
      digests: [createHash('sha256').update(bytes).digest('hex')],
      bytes: bytes.length,
      unpackedBytes: 20_000,
    },
    mode: 'whole',
    ranges: [],
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return archiveServer;
}

function packTinyModel(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-archive-'));
  writeTinyKokoroModel(path.join(folder, TINY_MODEL_NAME));
  execFileSync('tar', ['-cjf', 'model.tar.bz2', TINY_MODEL_NAME], { cwd: folder });
  const bytes = readFileSync(path.join(folder, 'model.tar.bz2'));
  rmSync(folder, { recursive: true });
  return bytes;
}
