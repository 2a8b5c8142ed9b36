import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ENVIRONMENT_VARIABLES } from '#server/platform/config.ts';
import { findFreePort } from '#server/testing/free-port.ts';
import { SERVER_COMMAND_ARGUMENTS } from '#server/testing/server-command.ts';
import { createNodeImportOption, createStandInVariables } from './stand-in-variables.ts';
import type { StandInName } from './stand-ins.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** Maximum milliseconds for a server to start on a busy machine with a cold disk. */
const START_TIMEOUT = 240_000;

/** A running Octavo server process. */
export interface RunningServer {
  origin: string;
  /** Stops the server and removes its data folder. Rejects unless the server exits with code 0. */
  stop(): Promise<void>;
}

type Settings = Partial<Record<keyof typeof ENVIRONMENT_VARIABLES, string>>;

interface StartOptions {
  /** Path of the server's data folder. */
  folder: string;
  /** The host name in the server's origin. */
  host?: '127.0.0.1' | 'localhost';
  /** Returns environment variables for the server, which may depend on the server's port. */
  settings?: (port: number) => Settings;
  /** The stand-ins (simulated versions) that replace server modules (`stand-ins.ts`). */
  standIns: readonly StandInName[];
  /** Paths of modules that Node.js imports before the server. */
  imports?: readonly string[];
  /** Environment variables for the modules in `imports`. */
  variables?: Readonly<Record<string, string>>;
}

/** Starts Octavo as `npm start` does, on a free port. `name` is the name of the log file. */
export async function startServer(name: string, options: StartOptions): Promise<RunningServer> {
  const {
    folder,
    host = '127.0.0.1',
    settings = () => ({}),
    standIns,
    imports = [],
    variables,
  } = options;
  const port = (await findFreePort('127.0.0.1'))!;
  const serverVariables: Settings = { PORT: String(port), DATA_DIR: folder, ...settings(port) };
  const origin = `${serverVariables.TLS_CERT ? 'https' : 'http'}://${host}:${port}`;
  const server = spawn(
    process.execPath,
    [...imports.map(createNodeImportOption), ...SERVER_COMMAND_ARGUMENTS],
    {
      cwd: ROOT,
      env: { ...createEnvironment({ ORIGIN: origin, ...serverVariables }, standIns), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const logFile = writeLogFile(server, name);
  const exit = new Promise<string>((resolve) => {
    server.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  await waitUntilReady(server, exit).catch((error: Error) => {
    server.kill('SIGKILL');
    throw new Error(`${error.message} Its log is ${logFile}.`);
  });
  return {
    origin,
    async stop() {
      server.kill('SIGTERM');
      const exitReason = await exit;
      await rm(folder, { recursive: true, force: true });
      // The exit code is not checked on Windows, where SIGTERM terminates a process immediately.
      if (exitReason !== 'exit code 0' && process.platform !== 'win32')
        throw new Error(`The server ended with ${exitReason}. Its log is ${logFile}.`);
    },
  };
}

/**
 * Returns the environment variables for a server process. Clears all of Octavo's variables that are set in the current
 * process, so that tests cannot write to a developer's database.
 */
function createEnvironment(
  serverVariables: Settings,
  standIns: readonly StandInName[],
): NodeJS.ProcessEnv {
  const clearedVariables = Object.fromEntries(
    Object.keys(ENVIRONMENT_VARIABLES).map((name) => [name, '']),
  );
  return {
    ...process.env,
    ...clearedVariables,
    ...serverVariables,
    ...createStandInVariables(standIns),
  };
}

function writeLogFile({ stdout, stderr }: ChildProcess, name: string): string {
  const file = path.join(ROOT, `test-results/${name}.log`);
  mkdirSync(path.dirname(file), { recursive: true });
  const log = createWriteStream(file);
  stdout?.pipe(log, { end: false });
  stderr?.pipe(log, { end: false });
  return file;
}

/** Resolves when the server accepts requests. Rejects if the server exits or the time limit is exceeded. */
async function waitUntilReady({ stdout }: ChildProcess, exit: Promise<string>): Promise<void> {
  const lines = createInterface({ input: stdout! });
  const ready = new Promise<undefined>((resolve) => {
    // The line that begins with "jobs" is the last line that the server prints while it starts.
    lines.on('line', (line) => line.trimStart().startsWith('jobs ') && resolve(undefined));
  });
  const timeout = new Promise<string>((resolve) =>
    setTimeout(resolve, START_TIMEOUT, 'it took too long').unref(),
  );
  const exitReason = await Promise.race([ready, exit, timeout]);
  lines.close();
  stdout!.resume();
  if (exitReason) throw new Error(`The server did not start: ${exitReason}.`);
}
