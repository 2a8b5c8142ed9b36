import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Narrator } from '#domain/narrators.ts';
import { lowerPriority } from '#server/platform/priority.ts';
import type { EngineChoice } from '#speech/engines/open-engine.ts';
import type { RecordedPart, RecordingLength } from '#speech/recording.ts';
import type { Script } from '#speech/script/script.ts';
import type { RecordingMessage, RecordingRequest, UnthrottleMessage } from './recording-process.ts';

const PROCESS = fileURLToPath(new URL('recording-process.ts', import.meta.url));
/** Milliseconds without work after which a process is ended. */
const IDLE = 5000;

/** Has scripts spoken. */
export interface Recorder {
  /**
   * The parts of a recording as they are made; returns what the whole is. Rejects when a sentence cannot be spoken, or
   * `stop` is aborted. It is spoken without rests from when `isAwaited` says that others wait for their turn.
   */
  record(
    script: Script,
    narrator: Narrator,
    stop?: AbortSignal,
    isAwaited?: () => boolean,
  ): AsyncGenerator<RecordedPart, RecordingLength>;
}

/**
 * Records in processes of their own, each of which speaks one script at a time, behind everything else that wants the
 * processor. They are there while there is something to record, and no more than are called for at once: who wants few
 * asks for few.
 */
export function createRecorder(choice: EngineChoice): Recorder {
  const idle: ChildProcess[] = [];
  const ends = new Map<ChildProcess, NodeJS.Timeout>();

  const forget = (child: ChildProcess) => {
    const at = idle.indexOf(child);
    if (at >= 0) idle.splice(at, 1);
  };
  const begin = (): ChildProcess => {
    const child = start(choice);
    return child.once('exit', () => forget(child));
  };
  const take = (): ChildProcess => {
    const child = idle.pop() ?? begin();
    clearTimeout(ends.get(child));
    child.ref();
    child.channel?.ref();
    return child;
  };
  const putBack = (child: ChildProcess) => {
    child.channel?.unref();
    child.unref();
    idle.push(child);
    const end = () => {
      forget(child);
      if (child.connected) child.disconnect();
    };
    ends.set(child, setTimeout(end, IDLE).unref());
  };

  return {
    async *record(script, narrator, stop, isAwaited) {
      stop?.throwIfAborted();
      const child = take();
      const gone = new AbortController();
      const lose = () => gone.abort(new Error('The recording process exited.'));
      child.once('exit', lose);
      const signal = stop ? AbortSignal.any([stop, gone.signal]) : gone.signal;
      let isDone = false;
      let isHurried = false;
      try {
        const news = on(child, 'message', { signal });
        child.send({ script, narrator } satisfies RecordingRequest);
        for await (const [message] of news) {
          const said = message as RecordingMessage;
          if ('part' in said) {
            yield said.part;
            if (isHurried || !isAwaited?.()) continue;
            isHurried = true;
            child.send('hurry' satisfies UnthrottleMessage);
          } else {
            isDone = true;
            if ('fault' in said) throw new Error(said.fault);
            return said.recording;
          }
        }
        throw new Error('The recording process stopped responding.');
      } catch (error) {
        // Why it was aborted, and not that it was.
        if (!isDone) signal.throwIfAborted();
        throw error;
      } finally {
        child.off('exit', lose);
        // What is not finished is of no use to anybody.
        if (isDone && child.connected) putBack(child);
        else child.kill('SIGKILL');
      }
    },
  };
}

function start(choice: EngineChoice): ChildProcess {
  const child = fork(PROCESS, [JSON.stringify(choice)], {
    serialization: 'advanced',
    execArgv: [],
    // Somebody may be waiting for its first words: what this process has not to compile again, it need not either.
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
  });
  lowerPriority(child);
  return child;
}
