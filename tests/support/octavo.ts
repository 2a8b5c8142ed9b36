import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '#server/testing/free-port.ts';
import { SERVER_COMMAND_ARGUMENTS } from '#server/testing/server-command.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { createStandInVariables } from '../e2e/setup/stand-in-variables.ts';
import { linkCachedPictures } from './picture-cache.ts';

/** A running Octavo process and its output so far. */
export interface RunningProcess {
  process: ChildProcess;
  origin: string;
  output: () => string;
  /** Resolves with the exit code of the process. */
  exitCode: Promise<number | null>;
}

/**
 * Maximum milliseconds for a process to start. An idle machine needs five seconds. On a machine with two cores and
 * twenty other processes, the first start with a new library took more than a minute.
 */
export const START_TIMEOUT = 240_000;

/**
 * Environment variables for processes in the quick set of tests (`npm test`). With them, a process uses the test
 * library, draws no pictures in advance, and records a hum instead of speech. Otherwise, drawing and recording would
 * take longer than the tests themselves.
 */
export const QUICK_SET_ENVIRONMENT_VARIABLES: Readonly<Record<string, string>> = isRunOfAllTests()
  ? {}
  : createStandInVariables(['library', 'narrator', 'pictures']);

const folders: string[] = [];
const startedProcesses: RunningProcess[] = [];

/**
 * Creates a data folder for one test. It contains only the pictures from earlier test runs, because drawing them again
 * would take a minute.
 */
export async function createDataFolderWithPictures(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-process-'));
  folders.push(folder);
  await linkCachedPictures(folder);
  return folder;
}

/** Starts an Octavo process on a free port. Does not wait until the process accepts requests. */
export async function startOctavo(env: Record<string, string>): Promise<RunningProcess> {
  const port = env.PORT ?? String(await findFreePort('127.0.0.1'));
  const child = spawn(process.execPath, [...SERVER_COMMAND_ARGUMENTS], {
    // The time limit for stopping is increased, because a busy machine may need longer than the default.
    env: { PATH: process.env.PATH, PORT: port, STOP_SECONDS: '300', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const startedProcess: RunningProcess = {
    process: child,
    origin: `${env.TLS_CERT ? 'https' : 'http'}://127.0.0.1:${port}`,
    output: () => output,
    exitCode: once(child, 'close').then(([code]) => code as number | null),
  };
  startedProcesses.push(startedProcess);
  return startedProcess;
}

/** Starts an Octavo process on a free port, and waits until it accepts requests. */
export async function startOctavoAndWait(env: Record<string, string>): Promise<RunningProcess> {
  const startedProcess = await startOctavo(env);
  const isReady = () => startedProcess.output().includes('Octavo is running at');
  const deadline = performance.now() + START_TIMEOUT;
  while (!isReady() && startedProcess.process.exitCode === null && performance.now() < deadline)
    await pause(20);
  if (!isReady()) throw new Error(`The process did not open its port: ${startedProcess.output()}`);
  return startedProcess;
}

/** Kills the running Octavo processes, and removes their data folders. */
export async function killStartedProcesses(): Promise<void> {
  for (const { process, exitCode } of startedProcesses.splice(0)) {
    process.kill('SIGKILL');
    await exitCode;
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}
