import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Milliseconds between two looks: each takes some ten of a processor. */
const LOOK_AGAIN = 500;

/** What the processes that record have been seen to take. */
export interface RecordersSeen {
  /** How many there were, one after the other or at once; 0 where there is no `ps`. */
  processes: number;
  /** Seconds of processor time, all of them together: to the second of each. */
  processor: number;
  /** The most bytes that were resident in one. */
  memory: number;
}

/** Watches the processes that record for a server, or for this process, until it is told to stop. */
export function watchRecorders(parent: number): { stop(): Promise<RecordersSeen> } {
  const seen = new Map<string, { since: number; processor: number; memory: number }>();
  const stopped = new AbortController();
  const look = async (isFirst = false) => {
    for (const { pid, processor, memory } of await recordersOf(parent)) {
      const known = seen.get(pid) ?? { since: isFirst ? processor : 0, memory: 0 };
      seen.set(pid, { ...known, processor, memory: Math.max(known.memory, memory) });
    }
  };
  const watch = async () => {
    await look(true);
    while (!stopped.signal.aborted) {
      await look();
      await wait(LOOK_AGAIN, undefined, { signal: stopped.signal }).catch(() => {});
    }
    await look();
  };
  const watching = watch();
  return {
    async stop() {
      stopped.abort();
      await watching;
      const all = [...seen.values()];
      return {
        processes: all.length,
        processor: all.reduce((sum, { since, processor }) => sum + processor - since, 0),
        memory: Math.max(0, ...all.map(({ memory }) => memory)),
      };
    },
  };
}

/**
 * Ends what records for a server, and resolves once nothing does: what is being recorded comes to nothing, and whoever
 * asks for a narration next has to wait for a process to start. Does nothing where there is no `ps`.
 */
export async function endRecorders(parent: number): Promise<void> {
  for (;;) {
    const recorders = await recordersOf(parent);
    if (!recorders.length) return;
    for (const { pid } of recorders) endAtOnce(Number(pid));
    await wait(LOOK_AGAIN);
  }
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

const COLUMNS = ['ppid=', 'pid=', 'rss=', 'time=', 'args='].flatMap((column) => ['-o', column]);

async function recordersOf(parent: number) {
  // Windows has none.
  const { stdout } = await run('ps', ['-A', ...COLUMNS]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').flatMap((line) => {
    const [ppid, pid, kilobytes, time, ...program] = line.trim().split(/\s+/);
    const isRecorder = ppid === String(parent) && /recording-process\.ts/.test(program.join(' '));
    if (!isRecorder) return [];
    return [{ pid: pid!, processor: secondsOf(time!), memory: Number(kilobytes) * 1024 }];
  });
}

/** Of `[[days-]hours:]minutes:seconds`. */
function secondsOf(time: string): number {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = time.split(/[-:]/).reverse().map(Number);
  return seconds + 60 * (minutes + 60 * (hours + 24 * days));
}
