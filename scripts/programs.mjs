// @ts-check
/** Runs programs from installed npm packages without a shell, in the same way on every platform. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * The result of a program that has ended.
 * @typedef {object} Outcome
 * @property {number} exitCode
 * @property {string} stdout empty if the output was shown in the terminal
 * @property {string} stderr empty if the output was shown in the terminal
 */

/**
 * Runs a program from an installed package.
 * @param {string} packageName
 * @param {string} program a name in the package's `bin`
 * @param {string[]} args
 * @param {{ isShown: boolean }} options `isShown`: true to show the output in the terminal
 * @returns {Promise<Outcome>}
 */
export function runPackageProgram(packageName, program, args, { isShown }) {
  return runScript(resolveProgram(packageName, program), args, { isShown });
}

/**
 * Runs a script with the Node.js executable of this process.
 * @param {string} script a JavaScript or TypeScript file
 * @param {string[]} args
 * @param {{ isShown: boolean }} options `isShown`: true to show the output in the terminal
 * @returns {Promise<Outcome>}
 */
export function runScript(script, args, { isShown }) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // A program that was terminated by a signal has no exit code, and counts as failed.
    child.once('close', (exitCode) => resolve({ exitCode: exitCode ?? 1, ...output }));
  });
}

/** Returns the path of a program in an installed package. @param {string} packageName @param {string} program */
function resolveProgram(packageName, program) {
  const folder = join(ROOT, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
}
