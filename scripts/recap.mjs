// @ts-check
/**
 * What did not go as it should in a run of several suites, said once more at its end: the beginning of half an hour of
 * output is what a log leaves out first.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Lines. More of an error stands where it happened. */
const LONGEST_ERROR = 12;
/** A line of a stack that leads through other people's code. */
const OF_PACKAGES = /^\s+at .*node_modules/;

/**
 * @typedef {object} Entry
 * @property {string} test where it is, and what it says
 * @property {'failed' | 'flaky'} outcome flaky: failed once, and passed when it was tried again
 * @property {string[]} errors
 */

/**
 * Called by the suites' reporters; without a run of `scripts/test.mjs` around them, nothing is noted.
 *
 * @param {Entry} entry
 */
export function noteInRecap(entry) {
  const file = process.env.TEST_RECAP;
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** @param {string} file where what this run notes is kept until its end */
export function beginRecap(file) {
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  process.env.TEST_RECAP = file;
}

/** @returns {Entry[]} what was noted; it is gone with this */
export function endRecap() {
  const file = process.env.TEST_RECAP ?? '';
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  rmSync(file);
  return lines.map((line) => JSON.parse(line));
}

/** @param {Entry} entry */
export function inWords({ test, outcome, errors }) {
  const lines = errors.flatMap((error) =>
    stripVTControlCharacters(error)
      .trimEnd()
      .split('\n')
      .filter((line) => !OF_PACKAGES.test(line))
      .slice(0, LONGEST_ERROR),
  );
  const sign = outcome === 'failed' ? '✗' : '~ only when tried again:';
  return [`${sign} ${test}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
