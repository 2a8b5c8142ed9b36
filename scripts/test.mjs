// @ts-check
/**
 * The tests, one suite after the other:
 *
 *   npm test                      what every change has to pass, in ten minutes or so
 *   npm run test:all              everything there is, as CI runs it
 *   npm test -- unit              one suite whole: check, unit or e2e
 *   npm test -- e2e sign-in       what follows the name goes to the suite's own program
 */
import { join } from 'node:path';
import { ROOT, runProgram, runScript } from './programs.mjs';
import { beginRecap, endRecap, inWords } from './recap.mjs';
import { durationSince } from './setup/terminal.mjs';

/** The tag of tests in a browser that take long (tests/e2e/support/long.ts). */
const LONG = '@long';

/**
 * @typedef {object} Suite
 * @property {string} title
 * @property {string[]} quick with these it leaves out what takes long and seldom breaks alone
 * @property {(args: string[]) => Promise<{ exitCode: number }>} run
 */

/** @type {Record<string, Suite>} */
const SUITES = {
  check: {
    title: 'House rules',
    quick: [],
    run: (args) => runScript(join(ROOT, 'scripts', 'check.mjs'), args, { isShown: true }),
  },
  unit: {
    title: 'Units, components and the server (Vitest)',
    // Without processes that are started, killed and raced, and on the embedded database alone.
    quick: ['--project', 'together', '--project', 'apart'],
    run: (args) => runProgram('vitest', 'vitest', ['run', ...args], { isShown: true }),
  },
  e2e: {
    title: 'The whole product in a browser (Playwright)',
    // Readers' pages on a phone, which most of them hold; and the studio.
    quick: [
      ...['studio', 'wire', 'phone'].flatMap((name) => ['--project', name]),
      '--grep-invert',
      LONG,
    ],
    run: (args) =>
      runProgram('@playwright/test', 'playwright', ['test', ...args], { isShown: true }),
  },
};

const ALL = 'all';
const [chosen, ...args] = process.argv.slice(2);
if (chosen === undefined) process.env.TEST_QUICK = 'true';
if (chosen !== undefined && chosen !== ALL && !Object.hasOwn(SUITES, chosen)) {
  console.error(`Usage: npm test [-- ${ALL}|${Object.keys(SUITES).join('|')} [arguments]]`);
  process.exit(2);
}

beginRecap(join(ROOT, 'node_modules', '.octavo', `recap-${process.pid}.jsonl`));
const results = [];
for (const [name, { title, quick, run }] of Object.entries(SUITES)) {
  if (chosen !== undefined && chosen !== ALL && chosen !== name) continue;
  console.log(`\n── ${title} ──\n`);
  const started = performance.now();
  const { exitCode } = await run(chosen === undefined ? quick : args);
  results.push({ title, hasPassed: exitCode === 0, duration: durationSince(started) });
}

console.log('\n── Summary ──\n');
for (const { title, hasPassed, duration } of results) {
  console.log(`${hasPassed ? '✓' : '✗'} ${title} (${duration})`);
}
const recap = endRecap();
if (recap.length > 0) console.log(`\n${recap.map(inWords).join('\n')}`);
process.exitCode = results.every(({ hasPassed }) => hasPassed) ? 0 : 1;
