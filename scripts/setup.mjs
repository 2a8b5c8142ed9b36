// @ts-check
/**
 * Prepares a checkout before `npm start`, `npm test` and `npm run dev`. Installs packages, builds
 * the apps (except for `npm run dev`), and creates an empty database. npm runs it as `prestart`,
 * `pretest` and `predev`. It can also be run by hand:
 *
 * node scripts/setup.mjs start|test|dev
 *
 * Each step stores a stamp, which is a hash of its inputs. If the hash has not changed since the last run, the step is
 * skipped. The script is plain JavaScript and imports no packages, because it runs on Node.js 20 and later, before
 * packages are installed.
 */
import { buildBundlesStep } from './setup/bundles.mjs';
import { buildEmptyDatabaseStep } from './setup/database.mjs';
import { runExclusively } from './setup/lock.mjs';
import { installPackagesStep } from './setup/packages.mjs';
import { formatDurationSince, startProgressDisplay } from './setup/terminal.mjs';

/**
 * A step of the setup.
 * @typedef {object} Step
 * @property {string} name
 * @property {() => boolean} isCurrent returns true if there is nothing to do, and changes nothing
 * @property {(progress: import('./setup/terminal.mjs').Progress) => Promise<string>} run does the work and returns a
 *   summary, such as a count. Throws an Error with a message for the user. If a program failed, the error's cause is
 *   the program's output
 */

/** @type {Record<string, Step[]>} */
const STEPS_BY_COMMAND = {
  start: [installPackagesStep, buildBundlesStep, buildEmptyDatabaseStep],
  test: [installPackagesStep, buildBundlesStep, buildEmptyDatabaseStep],
  dev: [installPackagesStep, buildEmptyDatabaseStep],
};

const command = process.argv[2] ?? '';
const steps = STEPS_BY_COMMAND[command];
if (steps === undefined) {
  console.error(`Usage: node scripts/setup.mjs ${Object.keys(STEPS_BY_COMMAND).join('|')}`);
  process.exit(2);
}

try {
  if (!steps.every((step) => step.isCurrent())) await runExclusively(() => runOutdatedSteps(steps));
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  if (cause !== undefined) console.error(`\n${cause}`);
  console.error(`\n✗ ${message}`);
  process.exit(1);
}

/**
 * Runs the steps whose results are outdated, one after the other.
 * @param {Step[]} steps
 */
async function runOutdatedSteps(steps) {
  for (const step of steps) {
    // The step is checked again, because another setup may have completed it while this setup was waiting for the lock.
    if (step.isCurrent()) continue;
    const started = performance.now();
    const progress = startProgressDisplay(step.name);
    try {
      const summary = await step.run(progress);
      progress.end(`✓ ${step.name} (${summary}, ${formatDurationSince(started)})`);
    } catch (error) {
      progress.end(`✗ ${step.name} (${formatDurationSince(started)})`);
      throw error;
    }
  }
}
