import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { fetchModel, type ModelArchive } from './fetch-model.ts';

/** A `.tar.bz2` of the folder `tiny-model`, whose `tokens.txt` contains "_ 0". */
const ARCHIVE = Buffer.from(
  'QlpoOTFBWSZTWce1kpcAAJj/gMmQAARAA/eAAAgCAOYvnmAICCAAdBKmpppNqGj01MmyCGwoJJQAaARgEYDzid1bECQEsSSEV2bj0cwOfYlIxCGQMXtQl9H3ApGFgKIRWBohbBBaOwzsa6N/RoVQ0Jnw5WL/HAnJIZInQrqT8zpU6tHilB/F3JFOFCQx7WSlwA==',
  'base64',
);
const DIGEST = createHash('sha256').update(ARCHIVE).digest('hex');

let into: string;
let server: Server;
let archive: ModelArchive;
/** The requested byte ranges, with `undefined` for a request for the whole file. */
let ranges: (string | undefined)[];
/** The number of bytes after which the server closes the connection. */
let cutAfter = Number.POSITIVE_INFINITY;

beforeEach(async () => {
  into = mkdtempSync(path.join(tmpdir(), 'octavo-fetch-'));
  ranges = [];
  server = createServer(({ headers: { range } }, answer) => {
    ranges.push(range);
    const start = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    if (start >= ARCHIVE.length) return answer.writeHead(416).end();
    const rest = ARCHIVE.subarray(start);
    answer.writeHead(range ? 206 : 200, { 'content-length': rest.length });
    answer.write(rest.subarray(0, cutAfter), () =>
      cutAfter < rest.length ? answer.destroy() : answer.end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/tiny-model.tar.bz2`;
  archive = {
    url,
    folder: 'tiny-model',
    digests: ['0'.repeat(64), DIGEST],
    bytes: 200,
    unpackedBytes: 4,
  };
});
afterEach(async () => {
  cutAfter = Number.POSITIVE_INFINITY;
  await new Promise((resolve) => server.close(resolve));
  rmSync(into, { recursive: true });
});

describe('fetchModel', () => {
  it('unpacks the model into a folder and removes the archive', async () => {
    const folder = await fetchModel(archive, into);
    expect(readFileSync(path.join(folder, 'tokens.txt'), 'utf8')).toBe('_ 0\n');
    expect(readdirSync(into)).toEqual(['tiny-model']);
  });

  it('downloads a model once', async () => {
    await fetchModel(archive, into);
    await fetchModel(archive, into);
    expect(ranges).toEqual([undefined]);
  });

  it('leaves no folder after a lost connection, and completes the download the next time', async () => {
    cutAfter = 100;
    await expect(fetchModel(archive, into)).rejects.toThrow(`Cannot download ${archive.url}`);
    expect(readdirSync(into).filter((name) => !name.endsWith('.part'))).toEqual([]);
    cutAfter = Number.POSITIVE_INFINITY;
    await fetchModel(archive, into);
    expect(readdirSync(into)).toEqual(['tiny-model']);
  });

  it('resumes an interrupted download', async () => {
    writeFileSync(path.join(into, 'tiny-model.tar.bz2.part'), ARCHIVE.subarray(0, 100));
    await fetchModel(archive, into);
    expect(ranges).toEqual(['bytes=100-']);
    expect(readdirSync(into)).toEqual(['tiny-model']);
  });

  it('accepts a complete download whose digest was not checked yet', async () => {
    writeFileSync(path.join(into, 'tiny-model.tar.bz2.part'), ARCHIVE);
    await fetchModel(archive, into);
    expect(readdirSync(into)).toEqual(['tiny-model']);
  });

  it('rejects and removes an archive with another digest', async () => {
    const fetching = fetchModel({ ...archive, digests: ['0'.repeat(64)] }, into);
    await expect(fetching).rejects.toThrow(StartError);
    await expect(fetching).rejects.toThrow(`an unexpected SHA-256 (${DIGEST})`);
    expect(readdirSync(into)).toEqual([]);
  });

  it('throws instructions for a manual download if there is no network', async () => {
    await new Promise((resolve) => server.close(resolve));
    const fetching = fetchModel(archive, into);
    await expect(fetching).rejects.toThrow(StartError);
    await expect(fetching).rejects.toThrow(
      /ECONNREFUSED.+run this command with NARRATOR_MODEL set/,
    );
  });

  it('keeps an archive that cannot be unpacked', async () => {
    const broken = Buffer.from('no archive at all');
    writeFileSync(path.join(into, 'tiny-model.tar.bz2'), broken);
    await expect(fetchModel(archive, into)).rejects.toThrow(/Cannot unpack .+bzip2/s);
    expect(readdirSync(into)).toEqual(['tiny-model.tar.bz2']);
  });
});
