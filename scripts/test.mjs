// @ts-check
/**
 * Runs the test suites one after the other:
 *
 * npm test                        the quick set, which CI runs and every change must pass
 * npm run test:all                all tests
 * npm test -- unit                one suite: check, unit, e2e or browsers
 * npm run test:all -- e2e http2   one suite with all its tests, and arguments for its program
 *
 * docs/testing.md describes the suites.
 */
import { join } from 'node:path';
import { ROOT, runPackageProgram, runScript } from './programs.mjs';
import { beginRecap, consumeRecap, formatTestFailure } from './recap.mjs';
import { formatDurationSince } from './setup/terminal.mjs';
import { selectAllTests } from './test-scope.mjs';

/**
 * A test suite and the program that runs it.
 * @typedef {object} Suite
 * @property {string} title
 * @property {boolean} [isOnlyInAll] true if the suite is left out of the quick set
 * @property {(args: string[]) => Promise<{ exitCode: number }>} run
 */

/** @type {Record<string, Suite>} */
const SUITES = {
  check: {
    title: 'Types, lint, dead code and import rules',
    run: (args) => runScript(join(ROOT, 'scripts', 'check.mjs'), args, { isShown: true }),
  },
  unit: {
    title: 'Units, components and the server (Vitest)',
    run: (args) => runPackageProgram('vitest', 'vitest', ['run', ...args], { isShown: true }),
  },
  e2e: {
    title: 'The whole product in Chromium (Playwright)',
    run: (args) =>
      runPackageProgram('@playwright/test', 'playwright', ['test', ...args], { isShown: true }),
  },
  browsers: {
    title: 'Journeys in Firefox and WebKit (Vitest)',
    isOnlyInAll: true,
    run: (args) =>
      runPackageProgram(
        'vitest',
        'vitest',
        ['run', '--config', 'tests/browsers/vitest.config.ts', ...args],
        {
          isShown: true,
        },
      ),
  },
};

const argv = process.argv.slice(2);
const isAll = argv[0] === '--all';
if (isAll) argv.shift();
const [suiteName, ...args] = argv;
if (suiteName !== undefined && !Object.hasOwn(SUITES, suiteName)) {
  const command = isAll ? 'npm run test:all' : 'npm test';
  console.error(`Usage: ${command} [-- ${Object.keys(SUITES).join('|')} [arguments]]`);
  process.exit(2);
}
if (isAll) selectAllTests();

beginRecap(join(ROOT, 'node_modules', '.octavo', `recap-${process.pid}.jsonl`));
const started = performance.now();
const results = [];
for (const [name, { title, isOnlyInAll, run }] of Object.entries(SUITES)) {
  const isSelected = suiteName === undefined ? isAll || !isOnlyInAll : suiteName === name;
  if (!isSelected) continue;
  console.log(`\n── ${title} ──\n`);
  const suiteStarted = performance.now();
  const { exitCode } = await run(args);
  results.push({ title, hasPassed: exitCode === 0, duration: formatDurationSince(suiteStarted) });
}

const { failures, skipped } = consumeRecap();
console.log('\n── Summary ──\n');
for (const { title, hasPassed, duration } of results)
  console.log(`${hasPassed ? '✓' : '✗'} ${title} (${duration})`);
console.log(`  ${formatDurationSince(started)} in all`);
if (failures.length > 0) console.log(`\n${failures.map(formatTestFailure).join('\n')}`);
if (skipped.length > 0) console.log(`\n${skipped.map((line) => `Skipped: ${line}`).join('\n')}`);
process.exitCode = results.every(({ hasPassed }) => hasPassed) ? 0 : 1;
