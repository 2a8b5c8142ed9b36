// @ts-check
/**
 * Which tests a run covers: the quick set (`npm test`), which every change passes, or everything
 * (`npm run test:all`). Any other way to start a suite, such as an editor's, runs the quick set.
 */

const VARIABLE = 'TEST_SCOPE';

/** Makes this process, and the processes it starts, run everything. */
export function selectEverything() {
  process.env[VARIABLE] = 'all';
}

/**
 * How many random cases a property test tries.
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
