/**
 * Measures pages with Lighthouse on a simulated phone with a slow connection. Each metric is the median of several
 * visits. The command fails if a metric is worse than its budget in `lighthouse-budget.json`. If a page misses its
 * budget, it is visited again, twice as many times as before, because other load on the machine may have slowed down
 * the first visits. The result is then the median of all visits. The first measured page is a minimal page, which shows
 * whether the machine is too busy for reliable results.
 *
 * npm run lighthouse [-- --runs 3] [--only article] [--url URL] [--json FILE]
 *
 * --url  measures the pages of a running server instead of starting one
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

/** The metrics of a page, each with its unit and a function that reads it from Lighthouse's result. */
const METRICS = {
  performance: { unit: '', read: ({ categories }) => toPercent(categories.performance?.score) },
  accessibility: { unit: '', read: ({ categories }) => toPercent(categories.accessibility?.score) },
  'best-practices': {
    unit: '',
    read: ({ categories }) => toPercent(categories['best-practices']?.score),
  },
  seo: { unit: '', read: ({ categories }) => toPercent(categories.seo?.score) },
  'first-contentful-paint': { unit: 'ms', read: readAudit('first-contentful-paint') },
  'largest-contentful-paint': { unit: 'ms', read: readAudit('largest-contentful-paint') },
  'total-blocking-time': { unit: 'ms', read: readAudit('total-blocking-time') },
  'cumulative-layout-shift': { unit: '', read: readAudit('cumulative-layout-shift') },
  'speed-index': { unit: 'ms', read: readAudit('speed-index') },
  requests: { unit: '', read: (result) => listRequests(result).length },
  bytes: {
    unit: '',
    read: (result) => listRequests(result).reduce((sum, { transferSize }) => sum + transferSize, 0),
  },
} as const satisfies Record<string, { unit: string; read: (result: Result) => number }>;

type Metric = keyof typeof METRICS;
type Metrics = Record<Metric, number>;
/** A page's budget: the limits of its metrics. A score's limit is a minimum, and any other limit is a maximum. */
type Budget = Partial<Record<Metric, number>>;
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
 * The maximum blocking time, in milliseconds, of the minimal page without scripts. Only other load on the machine can
 * block this page, so a longer time shows that the machine is too busy.
 */
const MAX_IDLE_BLOCKING_TIME = 15;
const budgets = JSON.parse(await readFile(BUDGET, 'utf8')) as Record<string, Budget>;
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-lighthouse-'));
console.log(describeMachine());
let chrome: LaunchedChrome | undefined;
try {
  // The server reuses the pictures from earlier runs. Drawing new pictures would occupy a processor for minutes during
  // the visits.
  await linkCachedPictures(folder);
  const server = options.url ? undefined : await startServer(folder);
  if (server) await waitForDrawing(folder);
  const origin = options.url ?? server!.origin;
  const pages = await listEntryPages(origin);
  const metricsByPage: Record<string, Metrics> = {};
  const problems: string[] = [];
  if (!options.url) problems.push(...(await findMachineProblems()));
  for (const { name, url } of pages) {
    if (options.only && options.only !== name) continue;
    await warmUpPage(url);
    const findProblems = (figures: Metrics) =>
      findMissedBudgets(name, figures, budgets[name] ?? {});
    const results = await runVisits(url, runs);
    if (findProblems(computeMedians(results)).length) {
      printMetrics(name, computeMedians(results));
      results.push(...(await runVisits(url, 2 * runs)));
    }
    const figures = computeMedians(results);
    metricsByPage[name] = figures;
    printMetrics(name, figures);
    problems.push(...findProblems(figures));
    for (const audit of listFailedAudits(results.at(-1)!)) console.log(`    ${audit}`);
  }
  if (options.json) await writeFile(options.json, `${JSON.stringify(metricsByPage, null, 2)}\n`);
  for (const problem of problems) console.error(`✗ ${problem}`);
  process.exitCode = problems.length ? 1 : 0;
  await server?.stop();
} finally {
  chrome?.kill();
  killStartedServers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Returns reasons why measurements on this machine may be wrong, such as other load. The report shows these reasons
 * next to the missed budgets.
 */
async function findMachineProblems(): Promise<string[]> {
  const plain = await servePlainPage();
  const results = await runVisits(plain.url, runs);
  plain.stop();
  const figures = computeMedians(results);
  printMetrics('plain', figures);
  const blocked = figures['total-blocking-time'];
  return blocked <= MAX_IDLE_BLOCKING_TIME
    ? []
    : [`This machine is busy: it keeps even a plain page blocked for ${Math.round(blocked)} ms.`];
}

/** Requests a page and its pictures, so that the server renders them before the first measured visit. */
async function warmUpPage(url: string): Promise<void> {
  const document = await (await fetch(url, { headers: { 'accept-encoding': 'gzip, br' } })).text();
  const pictures = new Set(
    [...document.matchAll(/\/images\/[^\s"?,]+/g)].map(([pathname]) => new URL(pathname, url).href),
  );
  for (const picture of pictures) await (await fetch(picture)).arrayBuffer();
}

async function runVisits(url: string, count: number): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < count; at++) results.push(await runVisit(url));
  return results;
}

/**
 * Measures a visit with an empty browser cache. Starts a new browser, because Lighthouse leaves data in the cache.
 * Repeats the visit if Lighthouse reports a runtime error, such as an incomplete trace.
 */
async function runVisit(url: string, retriesLeft = 2): Promise<Result> {
  chrome = await launch({ chromePath: await findChromiumPath(), chromeFlags: CHROMIUM_FLAGS });
  const runnerResult = await lighthouse(url, { ...FLAGS, port: chrome.port });
  chrome.kill();
  if (!runnerResult) throw new Error(`Lighthouse returned no result for ${url}.`);
  const { runtimeError } = runnerResult.lhr;
  if (!runtimeError) return runnerResult.lhr;
  if (retriesLeft === 0) throw new Error(`${url}: ${runtimeError.message}`);
  return runVisit(url, retriesLeft - 1);
}

function computeMedians(results: readonly Result[]): Metrics {
  return Object.fromEntries(
    Object.entries(METRICS).map(([name, { read }]) => [
      name,
      median(results.map((result) => read(result))),
    ]),
  ) as Metrics;
}

function printMetrics(name: string, figures: Metrics): void {
  const scores = [...SCORES].map((score) => figures[score as Metric]).join('/');
  const otherMetrics = Object.entries(figures).flatMap(([figure, value]) =>
    SCORES.has(figure) ? [] : `${figure} ${Math.round(value * 1000) / 1000}`,
  );
  console.log(`${name.padEnd(8)} ${scores}  ${otherMetrics.join(' · ')}`);
}

function findMissedBudgets(page: string, figures: Metrics, budget: Budget): string[] {
  return Object.entries(budget).flatMap(([name, limit]) => {
    const measured = figures[name as Metric];
    const isMet = SCORES.has(name) ? measured >= limit : measured <= limit;
    const bound = SCORES.has(name) ? 'at least' : 'at most';
    return isMet
      ? []
      : `${page}: ${name} is ${Math.round(measured * 1000) / 1000}, ${bound} ${limit}`;
  });
}

/** Returns the titles of Lighthouse audits that did not get the full score. Omits performance audits. */
function listFailedAudits({ categories, audits }: Result): string[] {
  return Object.entries(categories).flatMap(([id, { auditRefs }]) =>
    auditRefs.flatMap(({ id: audit, weight }) => {
      const score = audits[audit]?.score ?? null;
      return id !== 'performance' && weight > 0 && score !== null && score < 1
        ? `${id}: ${audits[audit]!.title}`
        : [];
    }),
  );
}

function toPercent(share: number | null | undefined): number {
  return Math.round((share ?? 0) * 100);
}

function readAudit(audit: string): (result: Result) => number {
  return ({ audits }) => audits[audit]?.numericValue ?? Number.NaN;
}

interface NetworkRequest {
  url: string;
  transferSize: number;
}

function listRequests({ audits }: Result): NetworkRequest[] {
  const { items = [] } = (audits['network-requests']?.details ?? {}) as {
    items?: NetworkRequest[];
  };
  return items.filter(({ url }) => url.startsWith('http'));
}
