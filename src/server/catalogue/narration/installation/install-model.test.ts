import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { installModel } from './install-model.ts';
import {
  type ArchiveServer,
  startArchiveServer,
  TINY_MODEL_NAME,
} from './testing/archive-server.ts';

const ARCHIVE_FILE = `${TINY_MODEL_NAME}.tar.bz2`;
const PART_FILE = `${ARCHIVE_FILE}.part`;

let modelsFolder: string;
let server: ArchiveServer;

beforeEach(async () => {
  modelsFolder = mkdtempSync(path.join(tmpdir(), 'octavo-fetch-'));
  server = await startArchiveServer();
});
afterEach(async () => {
  await server.close();
  rmSync(modelsFolder, { recursive: true });
});

/** Downloads the whole archive from the test server, and clears the server's list of requested byte ranges. */
const readArchive = async () => {
  const response = await fetch(server.archive.url);
  server.ranges = [];
  return Buffer.from(await response.arrayBuffer());
};

describe('installModel', () => {
  it('unpacks the model into a folder and removes the archive', async () => {
    const folder = await installModel(server.archive, modelsFolder);
    expect(readFileSync(path.join(folder, 'tokens.txt'), 'utf8')).toMatch(/ 0$/m);
    expect(readdirSync(modelsFolder)).toEqual([TINY_MODEL_NAME]);
  });

  it('accepts each of the known archives of a model', async () => {
    const digests = ['0'.repeat(64), ...server.archive.digests];
    await installModel({ ...server.archive, digests }, modelsFolder);
    expect(readdirSync(modelsFolder)).toEqual([TINY_MODEL_NAME]);
  });

  it('downloads a model once', async () => {
    await installModel(server.archive, modelsFolder);
    await installModel(server.archive, modelsFolder);
    expect(server.ranges).toEqual([undefined]);
  });

  it('leaves no folder after a lost connection, and completes the download the next time', async () => {
    server.mode = 'half-then-cut';
    await expect(installModel(server.archive, modelsFolder)).rejects.toThrow(
      `Cannot download ${server.archive.url}`,
    );
    expect(readdirSync(modelsFolder).filter((name) => !name.endsWith('.part'))).toEqual([]);
    server.mode = 'whole';
    await installModel(server.archive, modelsFolder);
    expect(readdirSync(modelsFolder)).toEqual([TINY_MODEL_NAME]);
  });

  it('resumes an interrupted download', async () => {
    writeFileSync(path.join(modelsFolder, PART_FILE), (await readArchive()).subarray(0, 100));
    await installModel(server.archive, modelsFolder);
    expect(server.ranges).toEqual(['bytes=100-']);
    expect(readdirSync(modelsFolder)).toEqual([TINY_MODEL_NAME]);
  });

  it('accepts a complete download whose digest was not checked yet', async () => {
    writeFileSync(path.join(modelsFolder, PART_FILE), await readArchive());
    await installModel(server.archive, modelsFolder);
    expect(readdirSync(modelsFolder)).toEqual([TINY_MODEL_NAME]);
  });

  it('rejects and removes an archive with another digest', async () => {
    const [digest] = server.archive.digests;
    const fetching = installModel({ ...server.archive, digests: ['0'.repeat(64)] }, modelsFolder);
    await expect(fetching).rejects.toThrow(StartError);
    await expect(fetching).rejects.toThrow(`an unexpected SHA-256 (${digest})`);
    expect(readdirSync(modelsFolder)).toEqual([]);
  });

  it('throws instructions for a manual download if there is no network', async () => {
    await server.close();
    const fetching = installModel(server.archive, modelsFolder);
    await expect(fetching).rejects.toThrow(StartError);
    await expect(fetching).rejects.toThrow(
      /ECONNREFUSED.+run this command with NARRATOR_MODEL set/,
    );
  });

  it('keeps an archive that cannot be unpacked', async () => {
    const broken = Buffer.from('no archive at all');
    writeFileSync(path.join(modelsFolder, ARCHIVE_FILE), broken);
    await expect(installModel(server.archive, modelsFolder)).rejects.toThrow(
      /Cannot unpack .+bzip2/s,
    );
    expect(readdirSync(modelsFolder)).toEqual([ARCHIVE_FILE]);
  });
});
