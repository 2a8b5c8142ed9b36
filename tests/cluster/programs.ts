import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds after an unexpected exit until a program is restarted, as systemd would do. */
const RESTART_AFTER = 1000;

export interface ProgramOptions {
  /** Name of the log file. */
  name: string;
  command: readonly [program: string, ...args: string[]];
  env?: Record<string, string>;
  /** Folder for log files. */
  logs: string;
}

/** A program that is restarted whenever it exits, until the test stops it. */
export class SupervisedProgram {
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;
  #shouldRun = false;
  /** Number of exits that the test has not caused. */
  unexpectedExits = 0;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    this.#shouldRun = true;
    const { command, env, name, logs } = this.#options;
    const [program, ...args] = command;
    const log = openSync(`${logs}/${name}.log`, 'a');
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
    this.#child = child;
    child.once('close', () => void this.#restart(child));
  }

  /** Prevents a restart after the program's next exit. Does not end the program. */
  release(): void {
    this.#shouldRun = false;
  }

  /** Kills the program, and waits until it has ended. */
  async kill(): Promise<void> {
    this.release();
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  async #restart(child: ChildProcess): Promise<void> {
    if (!this.#shouldRun || child !== this.#child) return;
    this.unexpectedExits += 1;
    await wait(RESTART_AFTER);
    if (this.#shouldRun && child === this.#child) this.start();
  }
}

/**
 * Runs a program, and waits until it ends. Returns its output. Throws an error with the program's error output if it
 * fails.
 */
export function runProgram(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/**
 * Calls `check` repeatedly until it returns a value other than `undefined`, and returns that value. Throws after
 * `timeout` milliseconds.
 */
export async function waitForValue<Value>(
  description: string,
  check: () => Promise<Value | undefined>,
  timeout: number,
  pause = 250,
): Promise<Value> {
  const deadline = performance.now() + timeout;
  let lastError: unknown;
  while (performance.now() < deadline) {
    try {
      const value = await check();
      if (value !== undefined) return value;
    } catch (error) {
      lastError = error;
    }
    await wait(pause);
  }
  const reason = lastError ? `: ${String(lastError)}` : '';
  throw new Error(`Waited ${timeout / 1000} seconds in vain for ${description}${reason}`);
}
