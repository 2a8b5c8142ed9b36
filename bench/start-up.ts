import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Weight, weigh } from './weight.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Milliseconds between two attempts to reach a server that starts. */
const PAUSE = 10;
/** Milliseconds a start may take before it counts as failed. */
const PATIENCE = 180_000;
/** Articles whose pages are weighed. */
const WEIGHED = 3;

export interface StartUp {
  /** Milliseconds from the start of the process to the first page, with an empty data folder. */
  first: number;
  /** The same with the folder of an earlier start, each time it was tried. */
  later: number[];
  /** Bytes resident after the first page of a later start. */
  memory: number;
  weight: Weight;
  weightSource: 'Chromium' | 'document';
}

const running = new Set<ChildProcess>();

/** Starts the product as `npm start` does after its set-up: embedded database, shipped library. */
export async function measureStartUp(laterStarts: number): Promise<StartUp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-start-'));
  try {
    const first = await start(folder);
    await first.stop();
    const later: number[] = [];
    for (let at = 1; at < laterStarts; at++) {
      const server = await start(folder);
      later.push(server.milliseconds);
      await server.stop();
    }
    const last = await start(folder);
    later.push(last.milliseconds);
    const memory = await residentMemory(last.origin);
    const { weight, source } = await weigh(await someArticles(last.origin));
    await last.stop();
    return { first: first.milliseconds, later, memory, weight, weightSource: source };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends what runs at once: for a run that is broken off. */
export function endStarted(): void {
  for (const child of running) child.kill('SIGKILL');
}

async function start(folder: string) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', ORIGIN: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  while (!(await answersPage(`${origin}/articles`))) {
    if (child.exitCode !== null) throw new Error('The server ended before its first page.');
    if (performance.now() - started > PATIENCE) throw new Error('The server gave no page.');
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return {
    origin,
    milliseconds: performance.now() - started,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answersPage(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

async function residentMemory(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
}

async function someArticles(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/api/v1/articles?limit=${WEIGHED}`);
  const { data } = (await response.json()) as { data: { metas: { path: string }[] } };
  return data.metas.map(({ path }) => origin + path);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
