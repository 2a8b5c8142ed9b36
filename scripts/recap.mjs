// @ts-check
/**
 * Collects the entries for the summary at the end of a test run. The entries are the failed tests with their errors,
 * and the suites that were skipped because this machine lacks a program. The reporters of all suites append their
 * entries to the same file. `scripts/test.mjs` reads the file after all suites have ended.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The maximum number of lines per error in the summary. The test suite's own output contains the whole error. */
const MAX_ERROR_LINES = 12;
/** Matches a line of a stack trace whose file is in an npm package. */
const PACKAGE_STACK_LINE = /^\s+at .*node_modules/;

/**
 * The entries of a recap, the summary of a test run: failed tests and skipped suites.
 * @typedef {object} Failure
 * @property {string} test the file and title of the test
 * @property {string[]} errors
 *
 * @typedef {object} Recap
 * @property {Failure[]} failures
 * @property {string[]} skipped one sentence for each kind of suite that was skipped
 */

/**
 * Records a failed test. Does nothing unless `scripts/test.mjs` started the run.
 * @param {Failure} failure
 */
export function recordTestFailure(failure) {
  appendEntry({ failure });
}

/**
 * Records that test suites were skipped. A sentence that several test files record is shown once. Does nothing unless
 * `scripts/test.mjs` started the run.
 * @param {string} sentence names the missing program, the skipped tests, and how to provide the program
 */
export function recordSkippedSuites(sentence) {
  appendEntry({ skipped: sentence });
}

/** Starts collecting entries for the summary. @param {string} file path of the file to which entries are appended */
export function beginRecap(file) {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  process.env.TEST_RECAP = file;
}

/** Returns the entries for the summary of a test run, and removes their file. @returns {Recap} */
export function consumeRecap() {
  const file = process.env.TEST_RECAP ?? '';
  /** @type {Recap} */
  const recap = { failures: [], skipped: [] };
  if (!existsSync(file)) return recap;
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  rmSync(file);
  for (const { failure, skipped } of lines.map((line) => JSON.parse(line))) {
    if (failure) recap.failures.push(failure);
    if (skipped && !recap.skipped.includes(skipped)) recap.skipped.push(skipped);
  }
  return recap;
}

/** Formats a failed test with its errors for the summary. @param {Failure} failure @returns {string} */
export function formatTestFailure({ test, errors }) {
  const lines = errors.flatMap((error) =>
    stripVTControlCharacters(error)
      .trimEnd()
      .split('\n')
      .filter((line) => !PACKAGE_STACK_LINE.test(line))
      .slice(0, MAX_ERROR_LINES),
  );
  return [`✗ ${test}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

/** Appends an entry to the file from which the summary is printed. @param {object} entry */
function appendEntry(entry) {
  const file = process.env.TEST_RECAP;
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}
