import { spawn } from 'node:child_process';
import { lowerPriority } from './priority.ts';

const IS_WINDOWS = process.platform === 'win32';

interface ProgramOptions {
  /** Stops the program, and all programs that it has started. */
  signal?: AbortSignal | undefined;
  /** Data that is written to the standard input of the program. */
  input?: Uint8Array;
  /** Runs the program in a shell. On Windows, this is necessary for `npm.cmd`. */
  throughShell?: boolean;
}

/** Maximum length, in characters, of the output that is returned. */
const MAX_OUTPUT = 100_000;

/**
 * Runs a program with low priority. `hasSucceeded` is true if the program exits with the code 0. `output` is the end of
 * its output, or the error message if the program cannot be started. If `signal` is aborted, throws its abort reason.
 * The program is stopped when this process exits, unless this process is killed.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  { signal, input, throughShell = false }: ProgramOptions = {},
): Promise<{ hasSucceeded: boolean; output: string }> {
  signal?.throwIfAborted();
  // The program runs in a new process group, so that its descendants can be stopped together with it.
  const child = spawn(command, args, { shell: throughShell, detached: !IS_WINDOWS });
  lowerPriority(child);
  const kill = () => killGroup(child.pid);
  signal?.addEventListener('abort', kill);
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT);
    });
  // Errors are ignored, because a program that exits early does not read its input.
  child.stdin.on('error', () => {}).end(input);
  try {
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', (error) => {
        output ||= error.message;
        resolve(null);
      });
      child.once('close', resolve);
    });
    signal?.throwIfAborted();
    return { hasSucceeded: code === 0, output: output.trim() };
  } finally {
    signal?.removeEventListener('abort', kill);
    process.off('exit', kill);
  }
}

function killGroup(pid: number | undefined): void {
  if (!pid) return;
  try {
    process.kill(IS_WINDOWS ? pid : -pid, 'SIGKILL');
  } catch {
    // Errors are ignored, because they mean that the programs have already exited.
  }
}
