// @ts-check
/**
 * Every test there is, one suite after the other:
 *
 *   npm test                      all of them
 *   npm test -- unit              one: check, unit or e2e
 *   npm test -- e2e sign-in       what follows the name goes to the suite's own program
 */
import { join } from 'node:path';
import { ROOT, runProgram, runScript } from './programs.mjs';
import { durationSince } from './setup/terminal.mjs';

/** @type {Record<string, { title: string, run: (args: string[]) => Promise<{ exitCode: number }> }>} */
const SUITES = {
  check: {
    title: 'House rules',
    run: (args) => runScript(join(ROOT, 'scripts', 'check.mjs'), args, { isShown: true }),
  },
  unit: {
    title: 'Units, components and the server (Vitest)',
    run: (args) => runProgram('vitest', 'vitest', ['run', ...args], { isShown: true }),
  },
  e2e: {
    title: 'The whole product in a browser (Playwright)',
    run: (args) =>
      runProgram('@playwright/test', 'playwright', ['test', ...args], { isShown: true }),
  },
};

const [chosen, ...args] = process.argv.slice(2);
if (chosen !== undefined && !Object.hasOwn(SUITES, chosen)) {
  console.error(`Usage: npm test [-- ${Object.keys(SUITES).join('|')} [arguments]]`);
  process.exit(2);
}

const results = [];
for (const [name, { title, run }] of Object.entries(SUITES)) {
  if (chosen !== undefined && chosen !== name) continue;
  console.log(`\n── ${title} ──\n`);
  const started = performance.now();
  const { exitCode } = await run(args);
  results.push({ title, hasPassed: exitCode === 0, duration: durationSince(started) });
}

console.log('\n── Summary ──\n');
for (const { title, hasPassed, duration } of results) {
  console.log(`${hasPassed ? '✓' : '✗'} ${title} (${duration})`);
}
process.exitCode = results.every(({ hasPassed }) => hasPassed) ? 0 : 1;
