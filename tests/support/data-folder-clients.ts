import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FolderCommand, FolderResponse } from './data-folder-client.ts';

/**
 * Milliseconds between sending a lock command to all processes and the moment at which all of them try to lock the
 * folder.
 */
const LOCK_DELAY = 20;

const clients: ChildProcess[] = [];
const folders: string[] = [];

/** Starts child processes that lock data folders on command. Waits until they accept commands. */
export async function startFolderClients(count: number): Promise<ChildProcess[]> {
  const started = Array.from({ length: count }, () =>
    fork(new URL('./data-folder-client.ts', import.meta.url), { stdio: 'pipe' }),
  );
  clients.push(...started);
  await Promise.all(started.map((client) => sendFolderClientCommand(client, 'assert')));
  return started;
}

export async function sendFolderClientCommand(
  client: ChildProcess,
  command: FolderCommand,
): Promise<FolderResponse> {
  const abortController = new AbortController();
  try {
    client.send(command);
    const [response] = await Promise.race([
      once(client, 'message', abortController),
      once(client, 'exit', abortController).then(([code]) =>
        Promise.reject(new Error(`It ended with ${code}.`)),
      ),
    ]);
    return response as FolderResponse;
  } finally {
    abortController.abort();
  }
}

/**
 * Makes all given processes try to lock a folder at the same time. Returns the processes that have locked it, and the
 * error messages of the other processes.
 */
export async function lockSimultaneously(contenders: readonly ChildProcess[], folder: string) {
  const at = Date.now() + LOCK_DELAY;
  const responses = await Promise.all(
    contenders.map((client) => sendFolderClientCommand(client, { lock: folder, at })),
  );
  return {
    holders: contenders.filter((_, index) => 'held' in Object(responses[index])),
    refusals: responses.flatMap((response) =>
      getRefusalMessage(response) ? [getRefusalMessage(response)!] : [],
    ),
  };
}

export function getRefusalMessage(response: FolderResponse): string | undefined {
  return response === 'done' || !('refused' in response) ? undefined : response.refused;
}

export async function killFolderClient(client: ChildProcess): Promise<void> {
  client.kill('SIGKILL');
  if (client.exitCode === null && client.signalCode === null) await once(client, 'exit');
}

export function createEmptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-folder-'));
  folders.push(folder);
  return folder;
}

/** Kills the child processes that are still running, and removes the test's data folders. */
export async function killFolderClientsAndRemoveFolders(): Promise<void> {
  await Promise.all(clients.splice(0).map(killFolderClient));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}
