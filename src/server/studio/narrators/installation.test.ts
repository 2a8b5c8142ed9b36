import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NarratorsReport } from '#domain/studio/narrators.ts';
import type { VoiceInstallation } from '#domain/studio/voice-installation.ts';
import { computeNeededDiskBytes } from '#server/catalogue/narration/installation/install-voices.ts';
import {
  type ArchiveServer,
  startArchiveServer,
  TINY_MODEL_NAME,
} from '#server/catalogue/narration/installation/testing/archive-server.ts';
import { VoiceInstaller } from '#server/catalogue/narration/installation/voice-installer.ts';
import { readConfig } from '#server/platform/config.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { HUMMING_MODULE_SOURCE, writeSherpaStandIn } from '#server/testing/sherpa-stand-in.ts';
import { getSherpaFolder } from '#speech/engines/neural/sherpa-onnx.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';

describe('the installation of natural voices', () => {
  let server: ArchiveServer;
  let test: TestApp;
  let folder: string;
  let editor: ReturnType<typeof createApiCaller>;
  let freeBytes: number;

  beforeEach(async () => {
    server = await startArchiveServer();
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-install-'));
    writeSherpaStandIn(getSherpaFolder(folder));
    freeBytes = 10e9;
    await openApp();
  });
  afterEach(async () => {
    await test.close();
    await server.close();
  });

  /** Opens an application whose data folder is `folder`. */
  async function openApp(env: Record<string, string> = {}) {
    const config = readConfig({ DATA_DIR: folder, ...env });
    const installer = new VoiceInstaller(config, {
      archive: server.archive,
      getSpace: async () => ({ free: freeBytes, total: 20e9 }),
    });
    const database = await pgliteTestEngine.open();
    test = await createTestApp(database, { DATA_DIR: folder }, undefined, undefined, { installer });
    const reader = await signInTestReader(test.database, 'edith');
    await updateRole(test.database.queries, reader.user.id, 'editor');
    editor = createApiCaller(test, reader);
  }

  const call = async (method: 'GET' | 'POST' | 'DELETE') => {
    const response = await editor(
      method,
      '/studio/narrators/installation',
      method === 'POST' ? {} : undefined,
    );
    const { data, error } = response.json();
    return { status: response.statusCode, data: data as VoiceInstallation, error };
  };
  const pollStatus = (select: (status: VoiceInstallation) => unknown) =>
    expect.poll(async () => select((await call('GET')).data));
  const getReport = async () => {
    const { data } = (await editor('GET', '/studio/narrators')).json();
    return data as NarratorsReport;
  };
  const listActions = async () => {
    const { entries } = (await editor('GET', '/studio/audit?subject=narrator')).json().data;
    return entries.map((entry: { action: string; actorName: string }) => [
      entry.action,
      entry.actorName,
    ]);
  };

  it('tells what it needs before it starts', async () => {
    const { data } = await call('GET');
    expect(data).toEqual({
      ...{ state: 'none', step: 'module', done: 0, total: 0, reason: null },
      ...{ isInstalled: false, obstacle: null, host: new URL(server.archive.url).host },
      ...{ bytes: server.archive.bytes, downloadedBytes: 0, freeBytes: 10e9 },
      neededBytes: computeNeededDiskBytes({ dataFolder: folder, archive: server.archive }),
    });
  });

  it.runIf(isRunOfAllTests())(
    'offers the voices without a restart, and does not switch to them',
    async () => {
      const { status, data } = await call('POST');
      expect(status).toBe(200);
      expect(data.state).toBe('running');
      await pollStatus(({ state }) => state).toBe('installed');
      expect((await call('GET')).data.isInstalled).toBe(true);
      const { engine, available } = await getReport();
      expect(engine.kind).toBe('built_in');
      expect(available).toContainEqual({ kind: 'neural', name: TINY_MODEL_NAME, isInUse: false });
      expect(await listActions()).toEqual([['narrator.install', 'edith']]);
      expect((await call('POST')).error).toBe('Natural voices are already installed.');
    },
  );

  it('starts only once for two presses', async () => {
    server.mode = 'half-then-hang';
    const responses = await Promise.all([call('POST'), call('POST')]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(responses.find(({ error }) => error)!.error).toBe(
      'Natural voices are already being installed.',
    );
    expect(await listActions()).toHaveLength(1);
  });

  it.runIf(isRunOfAllTests())('is canceled by an editor, and continues', async () => {
    server.mode = 'half-then-hang';
    await call('POST');
    await pollStatus(({ step, done }) => [step, done]).toEqual([
      'download',
      server.archive.bytes >> 1,
    ]);
    expect((await call('DELETE')).status).toBe(200);
    await pollStatus(({ state }) => state).toBe('canceled');
    expect((await call('GET')).data.downloadedBytes).toBe(server.archive.bytes >> 1);
    expect(await call('DELETE')).toMatchObject({
      ...{ status: 409, error: 'The installation has already ended.' },
    });
    server.mode = 'whole';
    await call('POST');
    await pollStatus(({ state }) => state).toBe('installed');
    expect(server.ranges.at(-1)).toBe(`bytes=${server.archive.bytes >> 1}-`);
    expect((await listActions()).map(([action]: string[]) => action)).toEqual([
      'narrator.install',
      'narrator.cancelInstall',
      'narrator.install',
    ]);
  });

  it('refuses to start without disk space, with the missing amount', async () => {
    freeBytes = (await call('GET')).data.neededBytes - 7e6;
    const { status, error } = await call('POST');
    expect(status).toBe(409);
    expect(error).toMatch(/Free 7 MB more, then try again\.$/);
    expect(await listActions()).toEqual([]);
  });

  it.runIf(isRunOfAllTests())(
    'does not offer a model that cannot speak here, and tells the reason',
    async () => {
      writeSherpaStandIn(
        getSherpaFolder(folder),
        `${HUMMING_MODULE_SOURCE}
      exports.OfflineTts.prototype.generate = () => ({ samples: new Float32Array(0) });`,
      );
      await call('POST');
      await pollStatus(({ state }) => state).toBe('failed');
      const { reason, isInstalled } = (await call('GET')).data;
      expect(reason).toMatch(
        /^The voices cannot speak on this machine: The model produced no audio/,
      );
      expect(isInstalled).toBe(false);
    },
  );

  it.runIf(isRunOfAllTests())('ends with the application, and shows as interrupted', async () => {
    server.mode = 'half-then-hang';
    await call('POST');
    await pollStatus(({ step }) => step).toBe('download');
    await test.close();
    await openApp();
    expect((await call('GET')).data).toMatchObject({ state: 'interrupted', step: 'download' });
  });

  it('names the command where files are in a bucket, and starts nothing', async () => {
    await test.close();
    await openApp({
      ...{ FILES_S3_BUCKET: 'files', FILES_S3_REGION: 'eu-central-1' },
      ...{ FILES_S3_KEY_ID: 'id', FILES_S3_SECRET: 'secret' },
    });
    expect((await call('GET')).data.obstacle).toMatch(/Run “npm run narrator:neural” on each/);
    expect((await call('POST')).status).toBe(409);
    expect(server.ranges).toEqual([]);
  });
});
