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
  sendFolderClientCommand,
  startFolderClients,
} from '../support/data-folder-clients.ts';
import { START_TIMEOUT } from '../support/octavo.ts';

// The timeout is long, because one of the tests starts fifty processes.
vi.setConfig({ testTimeout: 3 * START_TIMEOUT });

/** The number of times that a test of a race condition is repeated. */
const ROUNDS = 50;
const YEAR = 365 * 24 * 60 * 60;

afterEach(killFolderClientsAndRemoveFolders);

const ownerFile = (folder: string) => path.join(folder, 'octavo.owner.json');
const writeOwner = (folder: string, pid: number, host: string) =>
  writeFileSync(
    ownerFile(folder),
    JSON.stringify({ pid, host, since: '2030-01-01T00:00:00.000Z' }),
  );
const setModificationTimes = (folder: string, to: number) => {
  for (const name of readdirSync(folder)) utimesSync(path.join(folder, name), to, to);
};
const now = () => Date.now() / 1000;
/** Waits until the process that holds a data folder's lease has renewed it. */
const waitForLeaseRenewal = (folder: string) =>
  expect
    .poll(() => Number.parseInt(readFileSync(path.join(folder, 'octavo.lease.1'), 'utf8'), 10))
    .toBeGreaterThan(0);

/** Functions that change a data folder to a state in which a killed process may leave it. */
const LEFTOVER_STATES: readonly ((folder: string) => void)[] = [
  () => {},
  (folder) => rmSync(ownerFile(folder)),
  (folder) => writeFileSync(ownerFile(folder), ''),
  // The file that names the folder's owner refers to a process in a container that no longer exists.
  (folder) => writeOwner(folder, 1, 'c0ffee123456'),
  // The file that names the folder's owner contains a process ID that now belongs to another program.
  (folder) => writeOwner(folder, process.pid, hostname()),
  // The modification times of the folder's files are in the future or the past, as after a change of the machine's
  // clock.
  (folder) => setModificationTimes(folder, now() + YEAR),
  (folder) => setModificationTimes(folder, now() - YEAR),
  (folder) => writeFileSync(path.join(folder, 'octavo.lock'), 'something else'),
  (folder) => rmSync(path.join(folder, 'octavo.lock')),
];

describe.runIf(isRunOfAllTests())('a data folder', () => {
  it('can be locked after its holder was killed, in any state that it may leave behind', async () => {
    const folder = createEmptyFolder();
    let contenders = await startFolderClients(2);
    let [holder] = (await lockSimultaneously(contenders, folder)).holders;
    for (let round = 0; round < ROUNDS; round++) {
      const [newClient] = await startFolderClients(1);
      await killFolderClient(holder!);
      LEFTOVER_STATES[round % LEFTOVER_STATES.length]!(folder);
      contenders = [...contenders.filter((client) => client !== holder), newClient!];
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
      const inUseMessage = expect.stringContaining(`in use by process ${holders[0]!.pid} on `);
      expect(refusals).toEqual([inUseMessage, inUseMessage, inUseMessage]);
      await sendFolderClientCommand(holders[0]!, 'release');
    }
  });

  it.each<[string, (holder: ChildProcess) => unknown]>([
    ['idle', () => {}],
    ['busy', (holder) => sendFolderClientCommand(holder, 'block')],
    ['stopped', (holder) => holder.kill('SIGSTOP')],
  ])('stays locked while its holder is %s', async (_, occupy) => {
    const folder = createEmptyFolder();
    const [holder, ...contenders] = await startFolderClients(3);
    await sendFolderClientCommand(holder!, { lock: folder, at: 0 });
    await occupy(holder!);
    for (let round = 0; round < ROUNDS / 2; round++) {
      LEFTOVER_STATES.slice(5, 7)[round % 2]!(folder);
      const { holders, refusals } = await lockSimultaneously(contenders, folder);
      expect(holders).toEqual([]);
      const inUseMessage = expect.stringContaining(`in use by process ${holder!.pid} on `);
      expect(refusals).toEqual([inUseMessage, inUseMessage]);
    }
  });

  it('is released before the next write if its lock was removed', async () => {
    const folder = createEmptyFolder();
    const [holder, contender] = (await startFolderClients(2)) as [ChildProcess, ChildProcess];
    await sendFolderClientCommand(holder, { lock: folder, at: 0 });
    rmSync(path.join(folder, 'octavo.lock'));
    expect(await sendFolderClientCommand(contender, { lock: folder, at: 0 })).toHaveProperty(
      'held',
    );
    // A process checks its lock at most four times a second, so it detects the loss of the lock with a delay.
    await expect
      .poll(() => sendFolderClientCommand(holder, 'assert').catch((error: Error) => error.message))
      .toBe('It ended with 1.');
    expect(await sendFolderClientCommand(contender, 'assert')).toBe('done');
  });
});

describe.runIf(isRunOfAllTests())(
  'a data folder on a network file system without shared locks',
  () => {
    const createLeaseCommand = (folder: string, machine: string, at = 0) => ({
      lease: folder,
      machine,
      at,
    });

    it('can be locked by one other machine after its holder was killed', async () => {
      const folder = createEmptyFolder();
      const [holder, ...others] = await startFolderClients(3);
      await sendFolderClientCommand(holder!, createLeaseCommand(folder, 'one'));
      await waitForLeaseRenewal(folder);
      await killFolderClient(holder!);
      setModificationTimes(folder, now() + YEAR);
      const responses = await Promise.all(
        others.map((contender, index) =>
          sendFolderClientCommand(contender, createLeaseCommand(folder, `other ${index}`)),
        ),
      );
      const winnerIndex = responses.findIndex((response) => 'held' in Object(response));
      expect(responses.flatMap((response) => getRefusalMessage(response) ?? [])).toEqual([
        `process ${others[winnerIndex]!.pid}`,
      ]);
    });

    it('stays locked by a busy holder', async () => {
      const folder = createEmptyFolder();
      const [holder, contender] = (await startFolderClients(2)) as [ChildProcess, ChildProcess];
      await sendFolderClientCommand(holder, createLeaseCommand(folder, 'one'));
      await sendFolderClientCommand(holder, 'block');
      expect(await sendFolderClientCommand(contender, createLeaseCommand(folder, 'other'))).toEqual(
        {
          refused: `process ${holder.pid}`,
        },
      );
    });

    it('is not written by a holder that was suspended while another machine locked it', async () => {
      const folder = createEmptyFolder();
      const [holder, contender] = (await startFolderClients(2)) as [ChildProcess, ChildProcess];
      await sendFolderClientCommand(holder, createLeaseCommand(folder, 'one'));
      holder.kill('SIGSTOP');
      expect(
        await sendFolderClientCommand(contender, createLeaseCommand(folder, 'other')),
      ).toHaveProperty('held');
      const exitEvent = once(holder, 'exit');
      holder.kill('SIGCONT');
      expect(await exitEvent).toEqual([1, null]);
      expect(await sendFolderClientCommand(contender, 'assert')).toBe('done');
    });
  },
);
