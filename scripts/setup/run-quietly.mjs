// @ts-check
import { spawn } from 'node:child_process';
import { addProcessToLockOwner } from './lock.mjs';
import { ROOT } from './stamps.mjs';

const SHOWN_LINES = 30;
const GRACE_PERIOD_MS = 3_000;
const IS_WINDOWS = process.platform === 'win32';

/**
 * Runs a command in the checkout without showing its output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ throughShell?: boolean, env?: Record<string, string> }} [options] `throughShell` is needed for `npm.cmd`
 * @returns {Promise<{ hasSucceeded: boolean, lastLines: string }>} `lastLines` is the output to show after a failure
 * @throws {Error} if the command cannot be started
 */
export async function runQuietly(command, args, { throughShell = false, env = {} } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    shell: throughShell,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The child runs in a separate process group. An interrupted setup signals the whole group, so that the child's
    // descendants also stop.
    detached: !IS_WINDOWS,
  });
  addProcessToLockOwner(child.pid);
  const forwarding = forwardSignals(child);

  let output = '';
  const appendOutput = (/** @type {Buffer} */ chunk) => {
    output = (output + chunk).slice(-100_000);
  };
  child.stdout.on('data', appendOutput);
  child.stderr.on('data', appendOutput);

  const exitCode = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  forwarding.stop();
  return {
    hasSucceeded: exitCode === 0,
    lastLines: output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n'),
  };
}

/**
 * Forwards signals such as Ctrl+C to a child process, and exits after the child has exited.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    // 130 (128 + 2) is the exit code that shells report for an interrupted command.
    child.once('close', () => process.exit(130));
    const { pid } = child;
    if (pid === undefined) return;
    signalGroup(pid, signal);
    setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_PERIOD_MS);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    stop() {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}

/** Sends a signal to a process group. @param {number} pid @param {NodeJS.Signals} signal */
function signalGroup(pid, signal) {
  try {
    process.kill(IS_WINDOWS ? pid : -pid, signal);
  } catch {
    // The process group has already exited, so there is nothing to signal.
  }
}
