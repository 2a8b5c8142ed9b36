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
    const taking = lockDataFolder(path.join(folder, name));
    await expect(taking).rejects.toThrow(StartError);
    await expect(taking).rejects.toThrow(/^The data folder .* cannot be used: /);
  },
);

it.each([
  'a?mode=ro&b=%41#c',
  'ü'.repeat(100),
  path.join(...Array<string>(4).fill('x'.repeat(80))),
])('accepts any name of a data folder: %s', async (name) => {
  const place = path.join(folder, name);
  const held = await lockDataFolder(place);
  expect(readdirSync(place)).toContain('octavo.lock');
  await expect(lockDataFolder(place)).rejects.toThrow(`in use by process ${process.pid} on `);
  await held.release();
  await (await lockDataFolder(place)).release();
});

it('rejects a path that is too long for the lock, with a message', async () => {
  const deep = path.join(folder, ...Array<string>(10).fill('x'.repeat(80)));
  await expect(lockDataFolder(deep)).rejects.toThrow(
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
      const elsewhere = await acquireFolderLease(folder, 'another machine', () => {});
      await expect(lockDataFolderWithMachineId(folder, 'this one', true)).rejects.toThrow(
        `in use by process ${process.pid} on `,
      );
      await elsewhere.release();
      const held = await lockDataFolderWithMachineId(folder, 'this one', true);
      held.assertHeld();
      await expect(acquireFolderLease(folder, 'another machine', () => {})).rejects.toThrow();
      await held.release();
    },
  );

  it('is taken over after five checks without a heartbeat', async () => {
    writeFileSync(path.join(folder, 'octavo.lease.4'), '000000000012\n{"machine":"that one"}');
    const look = vi.fn(async () => {});
    const held = await acquireFolderLease(folder, 'this one', () => {}, look);
    expect(look).toHaveBeenCalledTimes(5);
    await held.release();
  });

  it.each([
    ['by the machine that held it before', '000000000012\n{"machine":"this one"}'],
    ['from another machine that has released it', 'free        \n{"machine":"that one"}'],
  ])('is taken over %s without any checks', async (_, last) => {
    writeFileSync(path.join(folder, 'octavo.lease.4'), last);
    const look = vi.fn(async () => {});
    const held = await acquireFolderLease(folder, 'this one', () => {}, look);
    expect(look).not.toHaveBeenCalled();
    expect(readFileSync(path.join(folder, 'octavo.lease.5'), 'utf8')).toContain(
      `"pid":${process.pid}`,
    );
    await held.release();
  });
});
