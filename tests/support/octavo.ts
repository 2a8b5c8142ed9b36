import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#server/testing/free-port.ts';
import { SERVER_ARGUMENTS } from '#server/testing/server-command.ts';
import { keepPictures } from './kept-pictures.ts';

/** Octavo as a process of its own, and what it has printed so far. */
export interface Running {
  process: ChildProcess;
  origin: string;
  output: () => string;
  /** Its exit code. */
  ended: Promise<number | null>;
}

/** Milliseconds a process may take until it serves: a busy machine with a cold disk needs most of it. */
export const STARTS_WITHIN = 60_000;

const folders: string[] = [];
const running: Running[] = [];

/** A data folder of a test's own, with nothing in it but pictures: drawing them takes a minute of the machine. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-process-'));
  folders.push(folder);
  await keepPictures(folder);
  return folder;
}

/** Starts a process on a port of its own; it may serve only later, or never. */
export async function run(env: Record<string, string>): Promise<Running> {
  const port = env.PORT ?? String(await freePort('127.0.0.1'));
  const child = spawn(process.execPath, [...SERVER_ARGUMENTS], {
    env: { PATH: process.env.PATH, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const started: Running = {
    process: child,
    origin: `${env.TLS_CERT ? 'https' : 'http'}://127.0.0.1:${port}`,
    output: () => output,
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
  running.push(started);
  return started;
}

/** Starts a process, and waits until it serves. */
export async function open(env: Record<string, string>): Promise<Running> {
  const started = await run(env);
  const isOpen = () => started.output().includes('Octavo is running at');
  const deadline = performance.now() + STARTS_WITHIN;
  while (!isOpen() && started.process.exitCode === null && performance.now() < deadline)
    await pause(20);
  if (!isOpen()) throw new Error(`It did not open: ${started.output()}`);
  return started;
}

/** Kills what still runs, and removes its folders. */
export async function clearAway(): Promise<void> {
  for (const { process, ended } of running.splice(0)) {
    process.kill('SIGKILL');
    await ended;
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}
