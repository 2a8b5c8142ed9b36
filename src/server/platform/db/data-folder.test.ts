import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { lockDataFolder, lockDataFolderWithMachineId } from './data-folder.ts';
import { acquireFolderLease } from './lease.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each(['taken', 'taken/inside'])(
  'reports with a message that the data folder %s cannot be created',
  async (name) => {
    writeFileSync(path.join(folder, 'taken'), '');
    const locking = lockDataFolder(path.join(folder, name));
    await expect(locking).rejects.toThrow(StartError);
    await expect(locking).rejects.toThrow(/^The data folder .* cannot be used: /);
  },
);

it.each([
  'a?mode=ro&b=%41#c',
  'ü'.repeat(100),
  path.join(...Array<string>(4).fill('x'.repeat(80))),
])('accepts any name of a data folder: %s', async (name) => {
  const dataFolder = path.join(folder, name);
  const lockedFolder = await lockDataFolder(dataFolder);
  expect(readdirSync(dataFolder)).toContain('octavo.lock');
  await expect(lockDataFolder(dataFolder)).rejects.toThrow(`in use by process ${process.pid} on `);
  await lockedFolder.release();
  await (await lockDataFolder(dataFolder)).release();
});

it('rejects a path that is too long for the lock, with a message', async () => {
  const longPath = path.join(folder, ...Array<string>(10).fill('x'.repeat(80)));
  await expect(lockDataFolder(longPath)).rejects.toThrow(
    /cannot be used: its path is too long; .* 500 bytes\. Set/,
  );
});

it('replaces the lock of an earlier release, which was a folder', async () => {
  mkdirSync(path.join(folder, 'octavo.lock'));
  await (await lockDataFolder(folder)).release();
});

describe('a shared data folder', () => {
  it.runIf(isRunOfAllTests())(
    'is rejected while another machine holds it, and free after its release',
    async () => {
      const otherLease = await acquireFolderLease(folder, 'another machine', () => {});
      await expect(lockDataFolderWithMachineId(folder, 'this one', true)).rejects.toThrow(
        `in use by process ${process.pid} on `,
      );
      await otherLease.release();
      const lockedFolder = await lockDataFolderWithMachineId(folder, 'this one', true);
      lockedFolder.assertHeld();
      await expect(acquireFolderLease(folder, 'another machine', () => {})).rejects.toThrow();
      await lockedFolder.release();
    },
  );

  it('is taken over after five checks without a heartbeat', async () => {
    writeFileSync(path.join(folder, 'octavo.lease.4'), '000000000012\n{"machine":"that one"}');
    const untilNextCheck = vi.fn(async () => {});
    const lease = await acquireFolderLease(folder, 'this one', () => {}, untilNextCheck);
    expect(untilNextCheck).toHaveBeenCalledTimes(5);
    await lease.release();
  });

  it.each([
    ['by the machine that held it before', '000000000012\n{"machine":"this one"}'],
    ['from another machine that has released it', 'free        \n{"machine":"that one"}'],
  ])('is taken over %s without any checks', async (_, leaseText) => {
    writeFileSync(path.join(folder, 'octavo.lease.4'), leaseText);
    const untilNextCheck = vi.fn(async () => {});
    const lease = await acquireFolderLease(folder, 'this one', () => {}, untilNextCheck);
    expect(untilNextCheck).not.toHaveBeenCalled();
    expect(readFileSync(path.join(folder, 'octavo.lease.5'), 'utf8')).toContain(
      `"pid":${process.pid}`,
    );
    await lease.release();
  });
});
