// @ts-check
/**
 * Selects which tests run: the quick set (`npm test`), which every change must pass, or all tests (`npm run test:all`).
 * If a suite is started in another way, for example by an IDE, only its tests from the quick set run.
 */

const VARIABLE = 'TEST_SCOPE';

/** Makes this process and its child processes run all tests. */
export function selectAllTests() {
  process.env[VARIABLE] = 'all';
}

/**
 * Returns the number of random inputs for a property-based test.
 * @param {number} quick the number in the quick set
 * @param {number} all the number in a run of all tests
 */
export function getPropertyTestRunCount(quick, all) {
  return isRunOfAllTests() ? all : quick;
}

/** Returns true in a run of all tests, and false in the quick set. @returns {boolean} */
export function isRunOfAllTests() {
  return process.env[VARIABLE] === 'all';
}
