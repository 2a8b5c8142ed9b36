import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import {
  createEmptyFolder,
  getRefusalMessage,
  killFolderClient,
  killFolderClientsAndRemoveFolders,
  lockSimultaneously,
  sendFolderCommand,
  startFolderClients,
} from '../support/data-folder-clients.ts';
import { START_TIMEOUT } from '../support/octavo.ts';

// The timeout is long, since one test starts fifty processes.
vi.setConfig({ testTimeout: 3 * START_TIMEOUT });

/** The number of times that a test of a race condition is repeated. */
const ROUNDS = 50;
const YEAR = 365 * 24 * 60 * 60;

afterEach(killFolderClientsAndRemoveFolders);

const owner = (folder: string) => path.join(folder, 'octavo.owner.json');
const nameOwner = (folder: string, pid: number, host: string) =>
  writeFileSync(owner(folder), JSON.stringify({ pid, host, since: '2030-01-01T00:00:00.000Z' }));
const setTimes = (folder: string, to: number) => {
  for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), to, to);
};
const now = () => Date.now() / 1000;
/** Waits until the holder of a folder's lease has renewed the lease. */
const untilBeating = (folder: string) =>
  expect
    .poll(() => Number.parseInt(readFileSync(path.join(folder, 'octavo.lease.1'), 'utf8'), 10))
    .toBeGreaterThan(0);

/** Changes to a data folder, each of which produces a state that a killed process may leave behind. */
const LEFT: readonly ((folder: string) => void)[] = [
  () => {},
  (folder) => rmSync(owner(folder)),
  (folder) => writeFileSync(owner(folder), ''),
  // The owner file names a process in a container that no longer exists.
  (folder) => nameOwner(folder, 1, 'c0ffee123456'),
  // The owner file names a process id that now belongs to another program.
  (folder) => nameOwner(folder, process.pid, hostname()),
  // The modification times simulate a clock that was set back or forward.
  (folder) => setTimes(folder, now() + YEAR),
  (folder) => setTimes(folder, now() - YEAR),
  (folder) => writeFileSync(path.join(folder, 'octavo.lock'), 'something else'),
  (folder) => rmSync(path.join(folder, 'octavo.lock')),
];

describe.runIf(isRunOfAllTests())('a data folder', () => {
  it('can be locked after its holder was killed, in any state that it may leave behind', async () => {
    const folder = createEmptyFolder();
    let contenders = await startFolderClients(2);
    let [holder] = (await lockSimultaneously(contenders, folder)).holders;
    for (let round = 0; round < ROUNDS; round++) {
      const [another] = await startFolderClients(1);
      await killFolderClient(holder!);
      LEFT[round % LEFT.length]!(folder);
      contenders = [...contenders.filter((each) => each !== holder), another!];
      const { holders, refusals } = await lockSimultaneously(contenders, folder);
      expect(holders, `round ${round}: ${refusals}`).toHaveLength(1);
      [holder] = holders;
      expect(refusals).toEqual([expect.stringContaining(`in use by process ${holder!.pid} on `)]);
    }
  });

  it('is locked by only one of several processes, and the errors of the others name that process', async () => {
    const contenders = await startFolderClients(4);
    for (let round = 0; round < ROUNDS; round++) {
      const { holders, refusals } = await lockSimultaneously(contenders, createEmptyFolder());
      expect(holders, `round ${round}: ${refusals}`).toHaveLength(1);
      const named = expect.stringContaining(`in use by process ${holders[0]!.pid} on `);
      expect(refusals).toEqual([named, named, named]);
      await sendFolderCommand(holders[0]!, 'release');
    }
  });

  it.each<[string, (holder: ChildProcess) => unknown]>([
    ['idle', () => {}],
    ['busy', (holder) => sendFolderCommand(holder, 'block')],
    ['stopped', (holder) => holder.kill('SIGSTOP')],
  ])('stays locked while its holder is %s', async (_, keep) => {
    const folder = createEmptyFolder();
    const [holder, ...contenders] = await startFolderClients(3);
    await sendFolderCommand(holder!, { take: folder, at: 0 });
    await keep(holder!);
    for (let round = 0; round < ROUNDS / 2; round++) {
      LEFT.slice(5, 7)[round % 2]!(folder);
      const { holders, refusals } = await lockSimultaneously(contenders, folder);
      expect(holders).toEqual([]);
      const named = expect.stringContaining(`in use by process ${holder!.pid} on `);
      expect(refusals).toEqual([named, named]);
    }
  });

  it('is released before the next write if its lock was removed', async () => {
    const folder = createEmptyFolder();
    const [holder, other] = (await startFolderClients(2)) as [ChildProcess, ChildProcess];
    await sendFolderCommand(holder, { take: folder, at: 0 });
    rmSync(path.join(folder, 'octavo.lock'));
    expect(await sendFolderCommand(other, { take: folder, at: 0 })).toHaveProperty('held');
    // A process checks the lock that it holds at most four times a second, so it notices the loss with a delay.
    await expect
      .poll(() => sendFolderCommand(holder, 'assert').catch((error: Error) => error.message))
      .toBe('It ended with 1.');
    expect(await sendFolderCommand(other, 'assert')).toBe('done');
  });
});

describe.runIf(isRunOfAllTests())(
  'a data folder on a network file system without shared locks',
  () => {
    const lease = (folder: string, machine: string, at = 0) => ({ lease: folder, machine, at });

    it('can be locked by one other machine after its holder was killed', async () => {
      const folder = createEmptyFolder();
      const [holder, ...others] = await startFolderClients(3);
      await sendFolderCommand(holder!, lease(folder, 'one'));
      await untilBeating(folder);
      await killFolderClient(holder!);
      setTimes(folder, now() + YEAR);
      const answers = await Promise.all(
        others.map((other, index) => sendFolderCommand(other, lease(folder, `other ${index}`))),
      );
      const taken = answers.findIndex((answer) => 'held' in Object(answer));
      expect(answers.flatMap((answer) => getRefusalMessage(answer) ?? [])).toEqual([
        `process ${others[taken]!.pid}`,
      ]);
    });

    it('stays locked by a busy holder', async () => {
      const folder = createEmptyFolder();
      const [holder, other] = (await startFolderClients(2)) as [ChildProcess, ChildProcess];
      await sendFolderCommand(holder, lease(folder, 'one'));
      await sendFolderCommand(holder, 'block');
      expect(await sendFolderCommand(other, lease(folder, 'other'))).toEqual({
        refused: `process ${holder.pid}`,
      });
    });

    it('is not written by a holder that was suspended while another machine locked it', async () => {
      const folder = createEmptyFolder();
      const [holder, other] = (await startFolderClients(2)) as [ChildProcess, ChildProcess];
      await sendFolderCommand(holder, lease(folder, 'one'));
      holder.kill('SIGSTOP');
      expect(await sendFolderCommand(other, lease(folder, 'other'))).toHaveProperty('held');
      const ended = once(holder, 'exit');
      holder.kill('SIGCONT');
      expect(await ended).toEqual([1, null]);
      expect(await sendFolderCommand(other, 'assert')).toBe('done');
    });
  },
);
