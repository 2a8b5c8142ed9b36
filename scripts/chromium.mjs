// @ts-check
/**
 * Finds a Chromium browser for the tests, so that `npm test` needs no manual installation. Tries, in this order, the
 * configured path, the npm package `@sparticuz/chromium`, an installed browser, and the browser that Playwright has
 * downloaded. The package's browser is preferred to an installed one, because it is the same on every machine, never
 * opens a window, and runs tests twice as fast.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackChromium } from './chromium-package.mjs';

/**
 * Command-line arguments for Chromium. `--no-sandbox` is needed in containers, because tests run there as root, and
 * Chromium does not run as root with its sandbox. `--font-render-hinting` makes the widths of letters the same on every
 * machine.
 */
export const CHROMIUM_ARGS = ['--no-sandbox', '--font-render-hinting=none'];

/**
 * The oldest usable major version of Chromium. It is the first version that supports all CSS in the sources, such as
 * `light-dark()`. Only builds contain fallbacks for older browsers.
 */
const OLDEST_MAJOR_VERSION = 123;

const NONE_FOUND =
  'No Chromium found for the tests. Install Chromium or Google Chrome, or run "npx playwright install chromium", or set CHROME_PATH to a Chromium program.';

/**
 * Usual installation paths of browsers whose folders are not in PATH.
 * @type {Partial<Record<NodeJS.Platform, string[]>>}
 */
const INSTALLATION_PATHS = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};
const PROGRAM_NAMES = ['chromium', 'google-chrome', 'chromium-browser', 'google-chrome-stable'];

/**
 * The machine on which to look for Chromium. Unit tests pass a simulated machine.
 * @typedef {object} Machine
 * @property {NodeJS.Platform} platform
 * @property {string} arch
 * @property {Record<string, string | undefined>} env
 * @property {(path: string) => boolean} exists
 * @property {(path: string) => Promise<number>} majorVersion 0 if the program does not run
 * @property {() => Promise<string>} playwrightPath path at which Playwright would install its own browser
 * @property {() => Promise<string>} unpackPackage unpacks the npm package's Chromium and returns its path
 */

/**
 * Finds a Chromium browser for the tests.
 * @param {Machine} [machine]
 * @returns {Promise<string>} the path of a Chromium that Playwright can launch with `CHROMIUM_ARGS`
 * @throws {Error} with instructions, if there is none
 */
export async function findChromiumPath(machine = thisMachine) {
  const configuredPath = machine.env.CHROME_PATH;
  if (configuredPath) {
    if (machine.exists(configuredPath)) return configuredPath;
    throw new Error(`CHROME_PATH is set to ${configuredPath}, but there is no such file.`);
  }
  return (
    (await findPackagedChromium(machine)) ??
    (await findSystemChromium(machine)) ??
    (await findPlaywrightChromium(machine)) ??
    throwNotFound()
  );
}

/**
 * Finds an installed browser.
 * @param {Machine} machine
 * @returns {Promise<string | undefined>}
 */
async function findSystemChromium(machine) {
  const pathCandidates = (machine.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => PROGRAM_NAMES.map((name) => join(folder, name)));
  const usualPaths = INSTALLATION_PATHS[machine.platform] ?? [];
  for (const path of [...usualPaths, ...pathCandidates]) {
    if (!machine.exists(path)) continue;
    // The version of a browser at a usual path is not checked. These browsers update themselves, and Chrome on Windows
    // would open a window instead of printing its version.
    if (usualPaths.includes(path)) return path;
    // A program with a browser's name may not be a browser. For example, Ubuntu's chromium-browser can be a stub that
    // asks the user to install a snap.
    if ((await machine.majorVersion(path)) >= OLDEST_MAJOR_VERSION) return path;
  }
}

/**
 * Finds the browser that Playwright has installed.
 * @param {Machine} machine
 * @returns {Promise<string | undefined>}
 */
async function findPlaywrightChromium(machine) {
  const path = await machine.playwrightPath();
  return machine.exists(path) ? path : undefined;
}

/**
 * Returns the path of the npm package's browser, and unpacks it if necessary. Returns undefined if the package does not
 * support this machine.
 * @param {Machine} machine
 * @returns {Promise<string | undefined>}
 */
async function findPackagedChromium(machine) {
  const isSupported = machine.platform === 'linux' && ['x64', 'arm64'].includes(machine.arch);
  if (!isSupported) return undefined;
  const path = await machine.unpackPackage();
  return (await machine.majorVersion(path)) >= OLDEST_MAJOR_VERSION ? path : undefined;
}

/** Throws an error that explains how to install Chromium. @returns {never} */
function throwNotFound() {
  throw new Error(NONE_FOUND);
}

/** @type {Machine} */
const thisMachine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  exists: existsSync,
  async majorVersion(path) {
    try {
      const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: 10_000 });
      return Number(/\d+/.exec(stdout)?.[0] ?? 0);
    } catch {
      return 0;
    }
  },
  playwrightPath: async () => (await import('playwright-core')).chromium.executablePath(),
  unpackPackage: unpackChromium,
};
