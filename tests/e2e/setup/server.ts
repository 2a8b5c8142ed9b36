import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { VARIABLES } from '#server/platform/config.ts';
import { freePort } from '#server/testing/free-port.ts';
import { SERVER_ARGUMENTS } from '#server/testing/server-command.ts';
import { keepPictures } from '../../support/kept-pictures.ts';
import type { EarlierEdition } from './earlier-edition.ts';

/** Answers for the stock service in the process that asks it. */
const STOCK = path.join(import.meta.dirname, 'stock.ts');
const ROOT = path.join(import.meta.dirname, '../../..');
/** Milliseconds; a busy machine with a cold disk needs most of it. */
const STARTS_WITHIN = 120_000;

/**
 * Starts the product as `npm start` does, on free ports and in folders of its own: once for all tests of what readers
 * do, and once for those of the studio, which change what there is to read. Returns how to stop both, which fails unless
 * they stop by themselves and with exit code 0.
 */
export default async function serve(): Promise<() => Promise<void>> {
  const readers = await startReaders();
  // After the other: both at once would be slow to start.
  const studio = await startServer('studio', {
    env: { UNSPLASH_ACCESS_KEY: 'of-the-stand-in' },
    first: ['--import', pathToFileURL(STOCK).href],
  });
  process.env.STUDIO_ORIGIN = studio.origin;
  return async () => {
    await Promise.all([readers.stop(), studio.stop()]);
  };
}

async function startReaders(): Promise<Server> {
  const folder = await newFolder();
  const { withdrawn, former } = await publishEarlierEdition(folder);
  const server = await startServer('server', { folder });
  Object.assign(process.env, {
    OCTAVO_ORIGIN: server.origin,
    OCTAVO_WITHDRAWN: withdrawn,
    OCTAVO_FORMER: former,
  });
  return server;
}

interface Server {
  origin: string;
  stop(): Promise<void>;
}

interface Start {
  /** Its data folder; absent: a new one. */
  folder?: string;
  env?: Partial<Record<keyof typeof VARIABLES, string>>;
  /** What Node is told before anything else. */
  first?: readonly string[];
}

/** Starts a server whose log has that name. */
async function startServer(name: string, given: Start = {}): Promise<Server> {
  const { env, first = [], folder = await newFolder() } = given;
  const port = await freePort('127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [...first, ...SERVER_ARGUMENTS], {
    cwd: ROOT,
    env: environment({ PORT: String(port), ORIGIN: origin, DATA_DIR: folder, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const logFile = keepLog(server, name);
  const ended = new Promise<string>((resolve) => {
    server.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  await answers(origin, ended).catch((error: Error) => {
    server.kill('SIGKILL');
    throw new Error(`${error.message} What it said is in ${logFile}.`);
  });
  return {
    origin,
    async stop() {
      server.kill('SIGTERM');
      const ending = await ended;
      await rm(folder, { recursive: true, force: true });
      // On Windows that signal ends a process without asking it.
      if (ending !== 'exit code 0' && process.platform !== 'win32')
        throw new Error(`The server ended with ${ending}. What it said is in ${logFile}.`);
    },
  };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-e2e-'));
  await keepPictures(folder);
  return folder;
}

/** This process's environment without anything of Octavo's: tests must not write to somebody's database. */
function environment(own: Partial<Record<keyof typeof VARIABLES, string>>): NodeJS.ProcessEnv {
  const unset = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '']));
  return { ...process.env, ...unset, ...own };
}

/** Fills the folder as an older release would have; a process of its own, since the folder is locked. */
async function publishEarlierEdition(folder: string): Promise<EarlierEdition> {
  const script = path.join(import.meta.dirname, 'earlier-edition.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder], { cwd: ROOT });
  return JSON.parse(stdout) as EarlierEdition;
}

function keepLog({ stdout, stderr }: ChildProcess, name: string): string {
  const file = path.join(ROOT, `test-results/${name}.log`);
  mkdirSync(path.dirname(file), { recursive: true });
  const log = createWriteStream(file);
  stdout?.pipe(log, { end: false });
  stderr?.pipe(log, { end: false });
  return file;
}

/** Waits until the server says that it is healthy. Rejects when it ends instead, or takes too long. */
async function answers(origin: string, ended: Promise<string>): Promise<void> {
  let ending: string | undefined;
  ended.then((how) => {
    ending = how;
  });
  const deadline = Date.now() + STARTS_WITHIN;
  while (!ending && Date.now() < deadline) {
    const response = await fetch(`${origin}/health`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The server did not start: ${ending ?? 'it took too long'}.`);
}
