import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '#server/testing/free-port.ts';
import { SERVER_COMMAND_ARGUMENTS } from '#server/testing/server-command.ts';
import { median } from './benchmark-processes.ts';
import type { MeasurementResult } from './measurement-result.ts';
import { measurePageWeight, type PageWeight, RESOURCE_TYPES } from './page-weight.ts';
import { formatMegabytes, formatThreeSignificantDigits, type LimitCheck } from './report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Milliseconds between two attempts to reach a starting server. */
const POLL_INTERVAL = 10;
/** The time limit, in milliseconds, for starting the server. A slower start counts as failed. */
const START_TIMEOUT = 180_000;
/**
 * The maximum time, in seconds, until a starting server responds with its first page. The limit is higher for the first
 * start, which also fills the database.
 */
const START_LIMITS = { first: 20, second: 3 };
/**
 * The maximum compressed size of an article page's resources by type, in KB (1,000 bytes). Inline styles are counted
 * twice, as a part of the document and as a style sheet.
 */
const WEIGHT_LIMITS = { document: 20, script: 60, stylesheet: 9, font: 100 };
/** The maximum compressed size, in KB, of all scripts that an article page has loaded once it is hydrated. */
const SCRIPT_LIMIT = 130;

interface StartUp {
  /** Milliseconds from the start of the process until it serves its first page, with an empty data folder. */
  first: number;
  /**
   * Milliseconds from the start of the process until it serves its first page, with an existing data folder. One value
   * for each start after the first.
   */
  later: number[];
  /** The server's resident memory, in bytes, once it has served its first page. Measured at the last start. */
  memory: number;
  weights: PageWeight[] | undefined;
}

const running = new Set<ChildProcess>();

/**
 * Measures Octavo's start time, its memory, and the sizes of its pages. Starts Octavo as `npm start` does, but does not
 * run scripts/setup.mjs first. Uses the embedded database and the articles that ship with Octavo.
 */
export async function measureStartUp(laterStarts: number): Promise<MeasurementResult> {
  return buildResult(await measureStarts(laterStarts));
}

/** Kills all servers that are still running, for example after an interruption. */
export function killStartedServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

async function measureStarts(laterStarts: number): Promise<StartUp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-start-'));
  try {
    const first = await startServer(folder);
    await first.stop();
    const later: number[] = [];
    for (let at = 1; at < laterStarts; at++) {
      const server = await startServer(folder);
      later.push(server.milliseconds);
      await server.stop();
    }
    const last = await startServer(folder);
    later.push(last.milliseconds);
    const memory = await last.measureMemory();
    const weights = await measurePageWeight(await listEntryPages(last.origin));
    await last.stop();
    return { first: first.milliseconds, later, memory, weights };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildResult(startUp: StartUp): MeasurementResult {
  const { first, later, memory, weights = [] } = startUp;
  const kilobytes = (bytes: number) => bytes / 1000;
  const seconds = (milliseconds: number) => formatThreeSignificantDigits(milliseconds / 1000);
  const article = weights.find(({ name }) => name === 'article');
  const toLimitCheck = (name: string, bytes: number | undefined, limit: number): LimitCheck => ({
    name: `${name} of an article page`,
    measured: bytes === undefined ? undefined : kilobytes(bytes),
    limit,
    bound: 'at most',
    unit: ' KB',
  });
  return {
    tables: [
      {
        title: 'Start-up, embedded database, shipped library',
        columns: [''],
        rows: [
          { name: 'first page of the first start, s', cells: [seconds(first)] },
          { name: 'first page of a later start, s', cells: [later.map(seconds).join(' / ')] },
          { name: 'memory after it, MB', cells: [formatMegabytes(memory)] },
        ],
      },
      {
        title: 'First visit on a phone: requests, and compressed KB of each kind',
        columns: ['requests', ...RESOURCE_TYPES, 'script, once wanted'],
        rows: weights.map(({ name, onArrival, afterInteraction }) => ({
          name,
          cells: [
            String(onArrival.requests),
            ...RESOURCE_TYPES.map((kind) =>
              formatThreeSignificantDigits(kilobytes(onArrival.bytes[kind])),
            ),
            formatThreeSignificantDigits(kilobytes(afterInteraction.bytes.script)),
          ],
        })),
      },
    ],
    limits: [
      createStartLimitCheck('first', first),
      createStartLimitCheck('second', median(later)),
      toLimitCheck('document', article?.onArrival.bytes.document, WEIGHT_LIMITS.document),
      toLimitCheck(
        'JavaScript, on arrival,',
        article?.onArrival.bytes.script,
        WEIGHT_LIMITS.script,
      ),
      toLimitCheck(
        'JavaScript, once wanted,',
        article?.afterInteraction.bytes.script,
        SCRIPT_LIMIT,
      ),
      toLimitCheck('CSS', article?.onArrival.bytes.stylesheet, WEIGHT_LIMITS.stylesheet),
      toLimitCheck('fonts', article?.onArrival.bytes.font, WEIGHT_LIMITS.font),
    ],
  };
}

function createStartLimitCheck(start: keyof typeof START_LIMITS, milliseconds: number): LimitCheck {
  return {
    name: `first page of a ${start} start`,
    measured: milliseconds / 1000,
    limit: START_LIMITS[start],
    bound: 'at most',
    unit: ' s',
  };
}

/**
 * Starts Octavo with a data folder, and waits until it responds with its first page. Uses the PostgreSQL database at
 * `databaseUrl`, or the embedded database if `databaseUrl` is empty.
 */
export async function startServer(folder: string, databaseUrl = '') {
  const port = await findFreePort('127.0.0.1');
  const origin = `http://localhost:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [...SERVER_COMMAND_ARGUMENTS], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      ORIGIN: '',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  while (!(await isPageServed(`${origin}/articles`))) {
    if (child.exitCode !== null) throw new Error('The server ended before its first page.');
    if (performance.now() - started > START_TIMEOUT) throw new Error('The server gave no page.');
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
  return {
    origin,
    milliseconds: performance.now() - started,
    /** Returns the server's resident memory in bytes. */
    measureMemory: () => readResidentMemory(origin),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function isPageServed(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

async function readResidentMemory(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
}

/** Returns the names and URLs of pages through which readers often enter the site, one for each kind of page. */
export async function listEntryPages(origin: string): Promise<{ name: string; url: string }[]> {
  const response = await fetch(`${origin}/api/v1/articles?limit=1`);
  const { data } = (await response.json()) as {
    data: { metas: [{ path: string; authorAlias: string }] };
  };
  const [{ path, authorAlias }] = data.metas;
  const pathsByName = {
    landing: '/',
    explore: '/articles',
    article: path,
    author: `/authors/${authorAlias}`,
    plans: '/plans',
    faq: '/faq',
    terms: '/terms',
  };
  return Object.entries(pathsByName).map(([name, pathname]) => ({ name, url: origin + pathname }));
}
