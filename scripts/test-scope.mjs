// @ts-check
/**
 * Selects the tests of a run: the quick set (`npm test`), which every change must pass, or everything (`npm
 * run test:all`). Suites started in another way, for example by an editor, run the quick set.
 */

const VARIABLE = 'TEST_SCOPE';

/** Makes this process and its child processes run everything. */
export function selectEverything() {
  process.env[VARIABLE] = 'all';
}

/**
 * Returns the number of random cases for a property test.
 * @param {number} quick in the quick set
 * @param {number} all in a run of everything
 */
export function propertyRuns(quick, all) {
  return runsEverything() ? all : quick;
}

/** @returns {boolean} true in a run of everything, false in the quick set */
export function runsEverything() {
  return process.env[VARIABLE] === 'all';
}
