/**
 * Measures pages with Lighthouse on a simulated phone with a slow connection. Every metric is the median of several
 * visits, and the command fails if a metric is worse than its budget in `lighthouse-budget.json`. A page that misses
 * its budget gets twice as many further visits and is judged by all visits, since other load may have slowed most of
 * the first ones. The first page is a plain one that shows the speed of the machine.
 *
 * npm run lighthouse [-- --runs 3] [--only article] [--json FILE]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { findChromiumPath } from '../scripts/chromium.mjs';
import { linkCachedPictures, waitForDrawing } from '../tests/support/picture-cache.ts';
import { median } from './benchmark-processes.ts';
import { servePlainPage } from './plain-page.ts';
import { describeMachine } from './report.ts';
import { killStartedServers, listEntryPages, startServer } from './start-up.ts';

const BUDGET = new URL('lighthouse-budget.json', import.meta.url);
const CHROMIUM_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/**
 * Lighthouse's flags. Its default settings run all audits for a mobile device with a slow 4G connection and a processor
 * slowed down by a factor of four.
 */
const FLAGS: Flags = { output: 'json', logLevel: 'error' };

/**
 * The metrics that are measured for a page, each with its unit and a function that reads it from Lighthouse's result.
 */
const FIGURES = {
  performance: { unit: '', of: ({ categories }) => score(categories.performance?.score) },
  accessibility: { unit: '', of: ({ categories }) => score(categories.accessibility?.score) },
  'best-practices': {
    unit: '',
    of: ({ categories }) => score(categories['best-practices']?.score),
  },
  seo: { unit: '', of: ({ categories }) => score(categories.seo?.score) },
  'first-contentful-paint': { unit: 'ms', of: numeric('first-contentful-paint') },
  'largest-contentful-paint': { unit: 'ms', of: numeric('largest-contentful-paint') },
  'total-blocking-time': { unit: 'ms', of: numeric('total-blocking-time') },
  'cumulative-layout-shift': { unit: '', of: numeric('cumulative-layout-shift') },
  'speed-index': { unit: 'ms', of: numeric('speed-index') },
  requests: { unit: '', of: (result) => requestsOf(result).length },
  bytes: {
    unit: '',
    of: (result) => requestsOf(result).reduce((sum, { transferSize }) => sum + transferSize, 0),
  },
} as const satisfies Record<string, { unit: string; of: (result: Result) => number }>;

type Figure = keyof typeof FIGURES;
type Figures = Record<Figure, number>;
/** A page's budget: the minimum of each score, and the maximum of every other metric. */
type Budget = Partial<Record<Figure, number>>;
const SCORES: ReadonlySet<string> = new Set([
  'performance',
  'accessibility',
  'best-practices',
  'seo',
]);

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    json: { type: 'string' },
    url: { type: 'string' },
  },
});
const runs = Number(options.runs);
/**
 * The maximum time, in milliseconds, for which a plain page may be blocked on a sufficiently idle machine. The page has
 * no script, so only other load blocks it.
 */
const MAX_IDLE_BLOCKING_TIME = 15;
const budgets = JSON.parse(await readFile(BUDGET, 'utf8')) as Record<string, Budget>;
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-lighthouse-'));
console.log(describeMachine());
let chrome: LaunchedChrome | undefined;
try {
  // Pictures from earlier runs are reused, since drawing new ones would occupy a processor for minutes during the
  // visits.
  await linkCachedPictures(folder);
  const server = options.url ? undefined : await startServer(folder);
  if (server) await waitForDrawing(folder);
  const origin = options.url ?? server!.origin;
  const pages = await listEntryPages(origin);
  const seen: Record<string, Figures> = {};
  const complaints: string[] = [];
  if (!options.url) complaints.push(...(await complaintsAboutMachine()));
  for (const { name, url } of pages) {
    if (options.only && options.only !== name) continue;
    await lookOnce(url);
    const complaintsOf = (figures: Figures) => complaintsAbout(name, figures, budgets[name] ?? {});
    const results = await visits(url, runs);
    if (complaintsOf(mediansOf(results)).length) {
      print(name, mediansOf(results));
      results.push(...(await visits(url, 2 * runs)));
    }
    const figures = mediansOf(results);
    seen[name] = figures;
    print(name, figures);
    complaints.push(...complaintsOf(figures));
    for (const audit of failedAudits(results.at(-1)!)) console.log(`    ${audit}`);
  }
  if (options.json) await writeFile(options.json, `${JSON.stringify(seen, null, 2)}\n`);
  for (const complaint of complaints) console.error(`✗ ${complaint}`);
  process.exitCode = complaints.length ? 1 : 0;
  await server?.stop();
} finally {
  chrome?.kill();
  killStartedServers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Returns reasons to distrust the measurements on this machine, such as other load. The report lists them with the
 * missed budgets.
 */
async function complaintsAboutMachine(): Promise<string[]> {
  const plain = await servePlainPage();
  const results = await visits(plain.url, runs);
  plain.stop();
  const figures = mediansOf(results);
  print('plain', figures);
  const blocked = figures['total-blocking-time'];
  return blocked <= MAX_IDLE_BLOCKING_TIME
    ? []
    : [`This machine is busy: it keeps even a plain page blocked for ${Math.round(blocked)} ms.`];
}

/** Requests a page and its pictures, so that the server has rendered them before the first measured visit. */
async function lookOnce(url: string): Promise<void> {
  const document = await (await fetch(url, { headers: { 'accept-encoding': 'gzip, br' } })).text();
  const pictures = new Set(
    [...document.matchAll(/\/images\/[^\s"?,]+/g)].map(([address]) => new URL(address, url).href),
  );
  for (const picture of pictures) await (await fetch(picture)).arrayBuffer();
}

async function visits(url: string, count: number): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < count; at++) results.push(await visit(url));
  return results;
}

/**
 * Measures a first visit. Every visit has a new browser, since Lighthouse leaves cached data behind. Repeats the visit
 * if Lighthouse reports a runtime error, such as an incomplete trace.
 */
async function visit(url: string, triesLeft = 2): Promise<Result> {
  chrome = await launch({ chromePath: await findChromiumPath(), chromeFlags: CHROMIUM_FLAGS });
  const found = await lighthouse(url, { ...FLAGS, port: chrome.port });
  chrome.kill();
  if (!found) throw new Error(`Lighthouse has nothing to say of ${url}.`);
  const { runtimeError } = found.lhr;
  if (!runtimeError) return found.lhr;
  if (triesLeft === 0) throw new Error(`${url}: ${runtimeError.message}`);
  return visit(url, triesLeft - 1);
}

function mediansOf(results: readonly Result[]): Figures {
  return Object.fromEntries(
    Object.entries(FIGURES).map(([name, { of }]) => [
      name,
      median(results.map((each) => of(each))),
    ]),
  ) as Figures;
}

function print(name: string, figures: Figures): void {
  const scores = [...SCORES].map((score) => figures[score as Figure]).join('/');
  const rest = Object.entries(figures).flatMap(([figure, value]) =>
    SCORES.has(figure) ? [] : `${figure} ${Math.round(value * 1000) / 1000}`,
  );
  console.log(`${name.padEnd(8)} ${scores}  ${rest.join(' · ')}`);
}

function complaintsAbout(page: string, figures: Figures, budget: Budget): string[] {
  return Object.entries(budget).flatMap(([name, limit]) => {
    const measured = figures[name as Figure];
    const isMet = SCORES.has(name) ? measured >= limit : measured <= limit;
    const bound = SCORES.has(name) ? 'at least' : 'at most';
    return isMet
      ? []
      : `${page}: ${name} is ${Math.round(measured * 1000) / 1000}, ${bound} ${limit}`;
  });
}

/** Returns the titles of audits that did not get a full score, except those for performance. */
function failedAudits({ categories, audits }: Result): string[] {
  return Object.entries(categories).flatMap(([id, { auditRefs }]) =>
    auditRefs.flatMap(({ id: audit, weight }) => {
      const score = audits[audit]?.score ?? null;
      return id !== 'performance' && weight > 0 && score !== null && score < 1
        ? `${id}: ${audits[audit]!.title}`
        : [];
    }),
  );
}

function score(share: number | null | undefined): number {
  return Math.round((share ?? 0) * 100);
}

function numeric(audit: string): (result: Result) => number {
  return ({ audits }) => audits[audit]?.numericValue ?? Number.NaN;
}

interface SeenRequest {
  url: string;
  transferSize: number;
}

function requestsOf({ audits }: Result): SeenRequest[] {
  const { items = [] } = (audits['network-requests']?.details ?? {}) as { items?: SeenRequest[] };
  return items.filter(({ url }) => url.startsWith('http'));
}
