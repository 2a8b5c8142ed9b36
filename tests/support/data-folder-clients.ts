import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FolderCommand, FolderResponse } from './data-folder-client.ts';

/**
 * The delay, in milliseconds, between sending the commands and the moment at which all processes try to lock a folder.
 */
const SHORT_TIME = 20;

const takers: ChildProcess[] = [];
const folders: string[] = [];

/** Starts processes that lock data folders, and waits until they accept commands. */
export async function startFolderClients(count: number): Promise<ChildProcess[]> {
  const started = Array.from({ length: count }, () =>
    fork(new URL('./data-folder-client.ts', import.meta.url), { stdio: 'pipe' }),
  );
  takers.push(...started);
  await Promise.all(started.map((taker) => sendFolderCommand(taker, 'assert')));
  return started;
}

export async function sendFolderCommand(
  taker: ChildProcess,
  order: FolderCommand,
): Promise<FolderResponse> {
  const over = new AbortController();
  try {
    taker.send(order);
    const [answer] = await Promise.race([
      once(taker, 'message', over),
      once(taker, 'exit', over).then(([code]) =>
        Promise.reject(new Error(`It ended with ${code}.`)),
      ),
    ]);
    return answer as FolderResponse;
  } finally {
    over.abort();
  }
}

/**
 * Makes all processes try to lock a folder at the same time. Returns the processes that succeeded, and the errors of
 * the others.
 */
export async function lockSimultaneously(contenders: readonly ChildProcess[], folder: string) {
  const at = Date.now() + SHORT_TIME;
  const answers = await Promise.all(
    contenders.map((each) => sendFolderCommand(each, { take: folder, at })),
  );
  return {
    holders: contenders.filter((_, index) => 'held' in Object(answers[index])),
    refusals: answers.flatMap((answer) =>
      getRefusalMessage(answer) ? [getRefusalMessage(answer)!] : [],
    ),
  };
}

export function getRefusalMessage(answer: FolderResponse): string | undefined {
  return answer === 'done' || !('refused' in answer) ? undefined : answer.refused;
}

export async function killFolderClient(taker: ChildProcess): Promise<void> {
  taker.kill('SIGKILL');
  if (taker.exitCode === null && taker.signalCode === null) await once(taker, 'exit');
}

export function createEmptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-folder-'));
  folders.push(folder);
  return folder;
}

/** Kills the running processes and removes their folders. */
export async function killFolderClientsAndRemoveFolders(): Promise<void> {
  await Promise.all(takers.splice(0).map(killFolderClient));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}
