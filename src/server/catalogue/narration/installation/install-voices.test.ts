import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSherpaStandIn } from '#server/testing/sherpa-stand-in.ts';
import { getSherpaFolder } from '#speech/engines/neural/sherpa-onnx.ts';
import { isRunOfAllTests } from '../../../../../scripts/test-scope.mjs';
import {
  computeNeededDiskBytes,
  getModelsFolder,
  type InstallationOptions,
  InstallationRunningError,
  startInstallation,
} from './install-voices.ts';
import { VoiceInstallationFiles } from './installation-state.ts';
import {
  type ArchiveServer,
  startArchiveServer,
  TINY_MODEL_NAME,
} from './testing/archive-server.ts';

const INSTALLING_PROCESS = fileURLToPath(new URL('testing/installing-process.ts', import.meta.url));
const ARCHIVE = `${TINY_MODEL_NAME}.tar.bz2`;
const FREE_SPACE = { free: 10e9, total: 20e9 };

let server: ArchiveServer;
let dataFolder: string;
let files: VoiceInstallationFiles;
beforeEach(async () => {
  server = await startArchiveServer();
  dataFolder = mkdtempSync(path.join(tmpdir(), 'octavo-voices-'));
  files = new VoiceInstallationFiles(dataFolder);
  writeSherpaStandIn(getSherpaFolder(dataFolder));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
  rmSync(dataFolder, { recursive: true });
});

/** Installs voices, and waits until the installation has ended. */
async function install(options: Partial<InstallationOptions> = {}) {
  const { archive } = server;
  const { ended } = await startInstallation({
    ...{ dataFolder, archive, getSpace: async () => FREE_SPACE },
    ...options,
  });
  return ended;
}

const listModels = () =>
  readdirSync(getModelsFolder(dataFolder)).filter((name) => name !== 'module');
const waitForHalfDownload = () =>
  vi.waitFor(() => {
    const { state, step, done } = files.readState();
    expect({ state, step }).toEqual({ state: 'running', step: 'download' });
    expect(done).toBe(server.archive.bytes >> 1);
  });

describe('startInstallation', () => {
  it('installs a model, tests it before it is in place, and stores the state', async () => {
    const test = vi.fn<NonNullable<InstallationOptions['test']>>(async (folder) => {
      expect(readdirSync(folder)).toContain('voices.bin');
      expect(listModels()).not.toContain(TINY_MODEL_NAME);
      expect(files.isRunning()).toBe(true);
    });
    const { model } = await install({ test });
    expect(model).toBe(path.join(getModelsFolder(dataFolder), TINY_MODEL_NAME));
    expect(test).toHaveBeenCalledOnce();
    expect(listModels()).toEqual([TINY_MODEL_NAME]);
    expect(files.readState()).toMatchObject({ state: 'installed', reason: null });
    expect(files.isRunning()).toBe(false);
  });

  it('keeps the archive of a model that fails its test, and does not put it in place', async () => {
    const test = async () => {
      throw new Error('The model is silent.');
    };
    await expect(install({ test })).rejects.toThrow('The model is silent.');
    expect(listModels()).toEqual([ARCHIVE]);
    expect(files.readState()).toMatchObject({ state: 'failed', reason: 'The model is silent.' });
  });

  it.runIf(isRunOfAllTests())('resumes a canceled download', async () => {
    server.mode = 'half-then-hang';
    const installing = install();
    const canceled = expect(installing).rejects.toThrow('The installation was canceled.');
    await waitForHalfDownload();
    files.requestCancellation();
    await canceled;
    expect(files.readState()).toMatchObject({ state: 'canceled' });
    expect(listModels()).toEqual([`${ARCHIVE}.part`]);
    server.mode = 'whole';
    await install();
    expect(server.ranges).toEqual([undefined, `bytes=${server.archive.bytes >> 1}-`]);
    expect(listModels()).toEqual([TINY_MODEL_NAME]);
  });

  it('downloads everything again from a server without byte ranges', async () => {
    server.mode = 'half-then-cut';
    await expect(install()).rejects.toThrow();
    server.mode = 'without-ranges';
    await install();
    expect(listModels()).toEqual([TINY_MODEL_NAME]);
  });

  it.each<[string, () => Partial<InstallationOptions>, RegExp, string[]]>([
    [
      'the connection is lost',
      () => {
        server.mode = 'half-then-cut';
        return {};
      },
      /^Cannot download http.+\.$/,
      [`${ARCHIVE}.part`],
    ],
    [
      'the server stops sending',
      () => {
        server.mode = 'half-then-hang';
        return { stallTimeout: 100 };
      },
      /: the server has stopped sending\.$/,
      [`${ARCHIVE}.part`],
    ],
    [
      'the archive is missing',
      () => {
        server.mode = 'missing';
        return {};
      },
      /: the server returned status 404\.$/,
      [],
    ],
    [
      'the archive is another one',
      () => ({ archive: { ...server.archive, digests: ['0'.repeat(64)] } }),
      /has an unexpected SHA-256 \(.+\) and was deleted\.$/,
      [],
    ],
    [
      'the server cannot be reached',
      () => ({ archive: { ...server.archive, url: `http://127.0.0.1:1/${ARCHIVE}` } }),
      /^Cannot download .+\.$/,
      [],
    ],
  ])('fails with a sentence if %s', async (_, prepare, reason, remainingFiles) => {
    await expect(install(prepare())).rejects.toThrow();
    expect(files.readState()).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(reason),
    });
    expect(listModels()).toEqual(remainingFiles);
  });

  it('fails before the download if nothing can unpack the archive', async () => {
    vi.stubEnv('PATH', dataFolder);
    await expect(install()).rejects.toThrow(/^Cannot unpack models: .+ Install tar and bzip2/);
    expect(server.ranges).toEqual([]);
  });

  it.runIf(process.platform !== 'win32')(
    'stops npm if it is canceled, and leaves no incomplete module',
    async () => {
      rmSync(getModelsFolder(dataFolder), { recursive: true });
      const programs = path.join(dataFolder, 'programs');
      mkdirSync(programs);
      writeFileSync(
        path.join(programs, 'npm'),
        '#!/bin/sh\necho $$ > "$0.pid"\nexec sleep 1000\n',
        {
          mode: 0o755,
        },
      );
      vi.stubEnv('npm_execpath', '');
      vi.stubEnv('PATH', `${programs}${path.delimiter}${process.env.PATH}`);
      const canceled = expect(install()).rejects.toThrow('The installation was canceled.');
      const pid = await vi.waitFor(() => {
        const text = readFileSync(path.join(programs, 'npm.pid'), 'utf8');
        expect(text).toMatch(/^\d+\n$/);
        return Number(text);
      });
      files.requestCancellation();
      await canceled;
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
      expect(readdirSync(getModelsFolder(dataFolder))).toEqual([]);
    },
  );

  it('refuses to start without enough disk space, and counts what has been downloaded', async () => {
    const needed = computeNeededDiskBytes({ dataFolder, archive: server.archive });
    const getSpace = async () => ({ free: needed - 5e6, total: 20e9 });
    await expect(install({ getSpace })).rejects.toThrow(/Free 5 MB more, then try again\.$/);
    expect(files.readState()).toMatchObject({ state: 'none' });
    expect(server.ranges).toEqual([]);
    mkdirSync(getModelsFolder(dataFolder), { recursive: true });
    writeFileSync(path.join(getModelsFolder(dataFolder), `${ARCHIVE}.part`), 'x'.repeat(500));
    expect(computeNeededDiskBytes({ dataFolder, archive: server.archive })).toBe(needed - 500);
  });

  it('can be started again after a start that failed unexpectedly', async () => {
    const getSpace = () => Promise.reject(new Error('I/O error'));
    await expect(install({ getSpace })).rejects.toThrow('I/O error');
    expect(files.isRunning()).toBe(false);
  });

  it.runIf(isRunOfAllTests())('stops before the disk is full', async () => {
    server.mode = 'half-then-hang';
    let free = 10e9;
    const failed = expect(
      install({ getSpace: async () => ({ free, total: 20e9 }) }),
    ).rejects.toThrow(/^The disk is almost full/);
    await waitForHalfDownload();
    free = 1e6;
    await failed;
    expect(files.readState().reason).toMatch(/Free some space, then try again\.$/);
    expect(listModels()).toEqual([`${ARCHIVE}.part`]);
  });

  it('is interrupted if the process stops', async () => {
    server.mode = 'half-then-hang';
    const stopping = new AbortController();
    const failed = expect(install({ signal: stopping.signal })).rejects.toThrow('Stopping.');
    await waitForHalfDownload();
    stopping.abort(new Error('Stopping.'));
    await failed;
    expect(files.readState()).toMatchObject({ state: 'interrupted' });
  });

  it.runIf(isRunOfAllTests())('runs once in a data folder', async () => {
    server.mode = 'half-then-hang';
    const first = install();
    const canceled = expect(first).rejects.toThrow();
    await expect(install()).rejects.toThrow(InstallationRunningError);
    await waitForHalfDownload();
    files.requestCancellation();
    await canceled;
  });

  it.runIf(isRunOfAllTests())(
    'is canceled from another process, runs once among processes, and continues after a kill',
    async () => {
      server.mode = 'half-then-hang';
      const args = [INSTALLING_PROCESS, dataFolder, JSON.stringify(server.archive)];
      const start = () => spawn(process.execPath, args, { stdio: 'ignore' });
      const canceled = start();
      await waitForHalfDownload();
      await expect(install()).rejects.toThrow(InstallationRunningError);
      files.requestCancellation();
      await once(canceled, 'exit');
      expect(files.readState()).toMatchObject({ state: 'canceled' });
      const killed = start();
      await waitForHalfDownload();
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      expect(files.readState()).toMatchObject({ state: 'interrupted', step: 'download' });
      server.mode = 'whole';
      await install();
      expect(server.ranges.at(-1)).toBe(`bytes=${server.archive.bytes >> 1}-`);
      expect(files.readState()).toMatchObject({ state: 'installed' });
    },
  );
});
