/**
 * Measures what the product promises, and ends with 1 when it misses a floor.
 *
 *   npm run bench -- [--quick] [--only STEP] [--json FILE] [--keep]
 *
 * --quick  smaller shelves and fewer rounds: for a first look, not for the record
 * --only   takes one step alone: 'start-up', presses, studio, narrating, embedded, 'article pages', 'public calls', lists,
 *          search, 'signed in', 'own pages' or memory
 * --json   writes everything to a file as well
 * --keep   leaves the databases of the made-up shelves for the next run with --keep
 *
 * The shelves live in throw-away databases of a PostgreSQL (`DATABASE_URL_BENCH`, `TEST_DATABASE_URL`, or one
 * on this machine); without one, embedded in memory, and the largest is left out.
 * Floods are made by wrk where it is installed (Debian: `apt install wrk`), otherwise by autocannon.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureArticlePages } from './article-pages.ts';
import { measureLists, measureSearch, measureSignedIn } from './calls.ts';
import { findServer } from './databases.ts';
import { measureEmbedded } from './embedded.ts';
import type { Findings } from './findings.ts';
import { measureMemory } from './memory.ts';
import { measureNarrating } from './narrating.ts';
import { measureOwnPages } from './own-pages.ts';
import { measurePresses } from './presses.ts';
import { endHelpers } from './processes.ts';
import { measurePublicCalls } from './public-calls.ts';
import { isMissed, printReport, type Report, thisMachine } from './report.ts';
import { buildRig, dismantle, type Effort, type Rig } from './rig.ts';
import { endStarted, measureStartUp } from './start-up.ts';
import { measureStudio } from './studio.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    keep: { type: 'boolean' },
    json: { type: 'string' },
  },
});
const WHOLE: Effort = {
  cachedPage: { warmUp: 20_000, groups: 7 },
  calls: { warmUp: 2000, groups: 3 },
  seconds: 3,
  turns: 100,
};
const QUICK: Effort = {
  cachedPage: { warmUp: 10_000, groups: 3 },
  calls: { warmUp: 300, groups: 2 },
  seconds: 2,
  turns: 30,
};
const effort = options.quick ? QUICK : WHOLE;
const SMALL_SHELVES = [20, 1000];
const LARGEST_SHELF = options.quick ? 10_000 : 100_000;
const STEPS: readonly Step[] = [
  ['article pages', measureArticlePages],
  ['public calls', measurePublicCalls],
  ['lists', measureLists],
  ['search', measureSearch],
  ['signed in', measureSignedIn],
  ['own pages', measureOwnPages],
  ['memory', measureMemory],
];
const NAMES = [
  'start-up',
  'presses',
  'studio',
  'narrating',
  'embedded',
  ...STEPS.map(([name]) => name),
];
if (options.only && !NAMES.includes(options.only))
  throw new Error(`--only takes one of: ${NAMES.join(', ')}.`);
const LATER_STARTS = options.quick ? 1 : 3;

const machine = thisMachine();
// Whatever any of the processes leaves behind lies in here.
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-'));
process.env.TMPDIR = folder;
process.env.TEMP = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const server = await findServer(options.keep ?? false);
let isBrokenOff = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    isBrokenOff = true;
    endHelpers();
    endStarted();
    await server?.clear();
    process.exit(130);
  });

try {
  const report = await run();
  printReport(report);
  if (options.json) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.floors.some(isMissed) ? 1 : 0;
} catch (error) {
  // What is broken off fails everywhere at once, which is no news.
  if (isBrokenOff) await new Promise(() => {});
  throw error;
} finally {
  endHelpers();
  endStarted();
  await server?.clear();
}

async function run(): Promise<Report> {
  const findings: Findings[] = [];
  let generator: string | undefined;
  if (isWanted('start-up')) {
    say('starting the product');
    findings.push(await measureStartUp(LATER_STARTS));
  }
  if (isWanted('presses')) {
    say('pressing what can be pressed');
    findings.push(await measurePresses());
  }
  if (isWanted('studio')) {
    say('opening the studio');
    findings.push(await measureStudio(server));
  }
  if (isWanted('narrating')) {
    say('narrating beside readers');
    findings.push(await measureNarrating(effort));
  }
  if (isWanted('embedded')) {
    say('searching the embedded database');
    findings.push(await measureEmbedded());
  }
  const steps = STEPS.filter(([name]) => isWanted(name));
  if (steps.length) {
    const measured = await measureShelves(steps);
    findings.push(...measured.findings);
    generator = measured.generator;
  }
  return {
    machine,
    database: !steps.length
      ? 'the shipped library in PGlite'
      : server
        ? `shelves in PostgreSQL ${server.version}`
        : `shelves in PGlite, in memory; no PostgreSQL was found, so none of ${LARGEST_SHELF} articles`,
    generator,
    tables: findings.flatMap(({ tables }) => tables),
    floors: findings.flatMap(({ floors }) => floors),
  };
}

type Step = readonly [name: string, measure: (rig: Rig) => Promise<Findings>];

async function measureShelves(
  steps: readonly Step[],
): Promise<{ findings: Findings[]; generator: string }> {
  const sizes = server ? [...SMALL_SHELVES, LARGEST_SHELF] : SMALL_SHELVES;
  const rig = await buildRig(
    sizes,
    async (size) => {
      say(`a shelf of ${size} articles`);
      return server?.openShelf(size);
    },
    effort,
  );
  const findings = [];
  for (const [name, measure] of steps) {
    say(name);
    findings.push(await measure(rig));
  }
  await dismantle(rig);
  return { findings, generator: rig.generator };
}

function isWanted(step: string): boolean {
  return options.only === undefined || options.only === step;
}

function say(step: string): void {
  console.error(`… ${step}`);
}
