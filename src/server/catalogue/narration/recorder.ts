import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { NarratorId } from '#domain/narrators.ts';
import { lowerPriority } from '#server/platform/priority.ts';
import type { EngineChoice } from '#speech/engines/engine.ts';
import type { ChosenVoice } from '#speech/engines/engine-voices.ts';
import type { RecordingChunk, RecordingLength } from '#speech/recording.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
import type { RecordingMessage, RecordingRequest, UnthrottleMessage } from './recording-process.ts';
import { SpeechResponder, type SynthesizeSentence } from './speech-messages.ts';

const PROCESS_FILE = fileURLToPath(new URL('recording-process.ts', import.meta.url));
/**
 * Milliseconds after which an idle recording process is stopped. Loading a neural model takes about a second, for which
 * the next listener would wait, so its process is kept longer, although it occupies several hundred megabytes.
 */
const IDLE_TIMEOUTS: Readonly<Record<EngineChoice['engine'], number>> = {
  flite: 5000,
  neural: 120_000,
  service: 5000,
};

export interface Recorder {
  /**
   * Yields the parts of a recording as they are made, and returns the length of the recording.
   * Throws if a sentence cannot be synthesized or `signal` is aborted. Calls `hasWaiting` after
   * each part. Once it returns true, other jobs are waiting, so the rest of the recording is not
   * throttled. `voice` replaces the engine's default voice of the narrator.
   */
  record(
    script: NarrationScript,
    narrator: NarratorId,
    signal?: AbortSignal,
    hasWaiting?: () => boolean,
    voice?: ChosenVoice,
  ): AsyncGenerator<RecordingChunk, RecordingLength>;
}

/**
 * Creates a recorder that records in child processes of low priority. Each child process makes one recording at a time,
 * so there is one process for each simultaneous recording. The caller must limit the number of simultaneous recordings.
 *
 * `speak` is required if the engine is a speech service. In this case, the child processes request the audio of
 * sentences from this process, because only this process has the API key and caches sentences.
 */
export function createRecorder(choice: EngineChoice, speak?: SynthesizeSentence): Recorder {
  const processes = new RecordingProcesses(choice);
  return {
    async *record(script, narrator, signal, hasWaiting, voice) {
      signal?.throwIfAborted();
      const child = processes.acquire();
      const exited = new AbortController();
      const onExit = () => exited.abort(new Error('The recording process exited.'));
      child.once('exit', onExit);
      const stopSignal = signal ? AbortSignal.any([signal, exited.signal]) : exited.signal;
      const speech = new SpeechResponder(child, speak, voice);
      let isDone = false;
      let isUnthrottled = false;
      try {
        const messages = on(child, 'message', { signal: stopSignal });
        child.send({ script, narrator, voice } satisfies RecordingRequest);
        for await (const [message] of messages) {
          const response = message as RecordingMessage;
          if ('speech' in response) continue;
          if ('part' in response) {
            yield response.part;
            if (isUnthrottled || !hasWaiting?.()) continue;
            isUnthrottled = true;
            child.send('unthrottle' satisfies UnthrottleMessage);
          } else {
            isDone = true;
            if ('error' in response) throw speech.findError(response.error);
            return response.recording;
          }
        }
        throw new Error('The recording process stopped responding.');
      } catch (error) {
        // If `stopSignal` was aborted, callers get its abort reason instead of a generic `AbortError`.
        if (!isDone) stopSignal.throwIfAborted();
        throw error;
      } finally {
        child.off('exit', onExit);
        speech.end();
        // If the recording is incomplete, the rest of it is not needed, so the process is killed.
        if (isDone && child.connected) processes.release(child);
        else child.kill('SIGKILL');
      }
    },
  };
}

/** Starts recording processes, and reuses idle ones for later recordings. */
class RecordingProcesses {
  readonly #choice: EngineChoice;
  readonly #idle: ChildProcess[] = [];
  readonly #idleTimers = new WeakMap<ChildProcess, NodeJS.Timeout>();

  constructor(choice: EngineChoice) {
    this.#choice = choice;
  }

  /** Returns an idle process, or starts one. */
  acquire(): ChildProcess {
    const child = this.#idle.pop() ?? this.#start();
    clearTimeout(this.#idleTimers.get(child));
    child.ref();
    child.channel?.ref();
    return child;
  }

  /** Makes a process available for later recordings. If it stays idle for {@link IDLE_TIMEOUTS}, stops the process. */
  release(child: ChildProcess): void {
    child.channel?.unref();
    child.unref();
    this.#idle.push(child);
    const stop = () => {
      this.#removeIdle(child);
      if (child.connected) child.disconnect();
    };
    this.#idleTimers.set(child, setTimeout(stop, IDLE_TIMEOUTS[this.#choice.engine]).unref());
  }

  #start(): ChildProcess {
    const child = fork(PROCESS_FILE, [JSON.stringify(this.#choice)], {
      serialization: 'advanced',
      execArgv: [],
      env: {
        ...process.env,
        // With the compile cache of this process, the child process starts faster.
        NODE_COMPILE_CACHE: getCompileCacheDir(),
        // The child process requests speech from this process, so it needs no API key.
        NARRATOR_KEY: undefined,
      },
    });
    lowerPriority(child);
    return child.once('exit', () => this.#removeIdle(child));
  }

  #removeIdle(child: ChildProcess): void {
    const index = this.#idle.indexOf(child);
    if (index >= 0) this.#idle.splice(index, 1);
  }
}
