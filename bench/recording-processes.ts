import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The interval, in milliseconds, between two calls to `ps`. A call takes about ten milliseconds of processor time. */
const SAMPLE_INTERVAL = 500;

/** The resources that recording processes used. */
export interface RecordingProcessUsage {
  /**
   * The total number of recording processes, including processes that have exited. 0 if the system has no `ps` command.
   */
  processes: number;
  /**
   * The total processor time of the recording processes in seconds. The time of each process is rounded to a second.
   */
  processor: number;
  /** The maximum resident memory of a recording process, in bytes. */
  memory: number;
}

/**
 * Watches the child processes in which the process `parent` records narrations. `stop` ends the observation, and
 * returns the resources that these child processes used.
 */
export function watchRecordingProcesses(parent: number): {
  stop(): Promise<RecordingProcessUsage>;
} {
  const usageByPid = new Map<string, { since: number; processor: number; memory: number }>();
  const stopped = new AbortController();
  const takeSample = async (isFirst = false) => {
    for (const { pid, processor, memory } of await listRecorders(parent)) {
      const previous = usageByPid.get(pid) ?? { since: isFirst ? processor : 0, memory: 0 };
      usageByPid.set(pid, { ...previous, processor, memory: Math.max(previous.memory, memory) });
    }
  };
  const watch = async () => {
    await takeSample(true);
    while (!stopped.signal.aborted) {
      await takeSample();
      await wait(SAMPLE_INTERVAL, undefined, { signal: stopped.signal }).catch(() => {});
    }
    await takeSample();
  };
  const finished = watch();
  return {
    async stop() {
      stopped.abort();
      await finished;
      const usages = [...usageByPid.values()];
      return {
        processes: usages.length,
        processor: usages.reduce((sum, { since, processor }) => sum + processor - since, 0),
        memory: Math.max(0, ...usages.map(({ memory }) => memory)),
      };
    },
  };
}

/**
 * Kills the child processes in which the server `parent` records narrations, and waits until they have exited.
 * Recordings in progress fail, and the next recording starts a new process. Does nothing if the system has no `ps`
 * command.
 */
export async function killRecordingProcesses(parent: number): Promise<void> {
  for (;;) {
    const recorders = await listRecorders(parent);
    if (!recorders.length) return;
    for (const { pid } of recorders) killProcess(Number(pid));
    await wait(SAMPLE_INTERVAL);
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // `process.kill` throws if the process has already exited.
  }
}

const COLUMNS = ['ppid=', 'pid=', 'rss=', 'time=', 'args='].flatMap((column) => ['-o', column]);

async function listRecorders(parent: number) {
  // Windows has no `ps` command, so the list of processes is empty there.
  const { stdout } = await run('ps', ['-A', ...COLUMNS]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').flatMap((line) => {
    const [ppid, pid, kilobytes, time, ...program] = line.trim().split(/\s+/);
    const isRecorder = ppid === String(parent) && /recording-process\.ts/.test(program.join(' '));
    if (!isRecorder) return [];
    return [{ pid: pid!, processor: parseSeconds(time!), memory: Number(kilobytes) * 1024 }];
  });
}

/** Parses a time in the format of `ps`, `[[days-]hours:]minutes:seconds`, into seconds. */
function parseSeconds(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = time.split(/[-:]/).reverse().map(Number);
  return seconds + 60 * (minutes + 60 * (hours + 24 * days));
}
