import { spawn } from 'node:child_process';
import { lowerPriority } from './priority.ts';

const IS_WINDOWS = process.platform === 'win32';

interface ProgramOptions {
  /** When aborted, stops the program and all programs that it has started. */
  signal?: AbortSignal | undefined;
  /** Data to write to the program's standard input. */
  input?: Uint8Array;
  /** Runs the program in a shell. On Windows, this is necessary for `npm.cmd`. */
  throughShell?: boolean;
}

/** Maximum length of the returned output, in characters. */
const MAX_OUTPUT = 100_000;

/**
 * Runs a program with low priority. `hasSucceeded` is true if the program exits with the code 0. `output` is the last
 * part of its output, or the error message if the program cannot be started. If `signal` is aborted, throws its abort
 * reason. Stops the program when this process exits, unless this process is killed.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  { signal, input, throughShell = false }: ProgramOptions = {},
): Promise<{ hasSucceeded: boolean; output: string }> {
  signal?.throwIfAborted();
  // Runs the program in a new process group, so that the programs that it starts can be stopped together with it.
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
  // Errors are ignored, because they only mean that the program exited before it read all of its input.
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
    // Errors are ignored, because they mean that the program has already exited.
  }
}
