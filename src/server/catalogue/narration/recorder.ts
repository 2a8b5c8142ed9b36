import os from 'node:os';
import type { NarratorId } from '#domain/narrators.ts';
import type { EngineChoice } from '#speech/engines/engine.ts';
import type { ChosenSpeakerAndSpeed } from '#speech/engines/engine-voices.ts';
import type { RecordingChunk, RecordingLength } from '#speech/recording.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
import { RecordingInterruptedError, RecordingProcess } from './recording-process-client.ts';
import type { SynthesizeSentence } from './speech-messages.ts';

/** Milliseconds after which an idle recording process is stopped. */
const IDLE_TIMEOUT = 5000;

/** Options for a recording. */
export interface RecordOptions {
  signal?: AbortSignal | undefined;
  /** Replaces the engine's default voice for the narrator. */
  voice?: ChosenSpeakerAndSpeed | undefined;
  /**
   * Returns the number of recorded seconds that the listener has not heard yet, or `Infinity` if nobody is listening.
   * Among recordings that share a process, the one with the lowest number is continued first. If this function is
   * omitted, the number is `-Infinity`, as for a listener who cannot hear anything yet.
   */
  getUnheardSeconds?: () => number;
  /** Returns true if other recordings are waiting. While others are waiting, this recording is not throttled. */
  hasWaiting?: () => boolean;
}

export interface Recorder {
  /**
   * Records a script. Yields each part as soon as it is available, and returns the length of the recording. Throws if a
   * sentence cannot be synthesized or the signal is aborted.
   */
  record(
    script: NarrationScript,
    narrator: NarratorId,
    options?: RecordOptions,
  ): AsyncGenerator<RecordingChunk, RecordingLength>;
  /**
   * Loads a neural model, and keeps it loaded until {@link close} is called. Otherwise, the next listener would wait
   * about a second until it is loaded. Does nothing for other engines, which are loaded quickly.
   */
  preload?(): void;
  /** Stops the recorder's processes once their recordings are complete. */
  close?(): void;
}

interface RecorderOptions {
  /** Maximum number of recording processes. By default, the number of processors. */
  atOnce?: number;
  /**
   * Requests the audio of sentences. Required if the engine is a speech service, because only this process has the API
   * key and caches sentences.
   */
  speak?: SynthesizeSentence | undefined;
}

/** Creates a recorder that records in low-priority child processes. The processes share the recordings evenly. */
export function createRecorder(
  choice: EngineChoice,
  { atOnce = os.availableParallelism(), speak }: RecorderOptions = {},
): Recorder {
  const processes = new RecordingProcesses(choice, atOnce);
  return {
    async *record(script, narrator, { signal, voice, ...options } = {}) {
      // If another recording ends the process that both share, this recording starts again from the beginning. Its
      // parts are the same as before, so those that were already yielded are skipped.
      for (let yieldedCount = 0; ; ) {
        signal?.throwIfAborted();
        const process = processes.acquire();
        const recording = process.start({ script, narrator, voice }, { ...options, speak });
        let count = 0;
        try {
          for await (const result of recording.readResults(signal)) {
            if ('error' in result) throw recording.findError(result.error);
            if ('recording' in result) return result.recording;
            if (++count <= yieldedCount) continue;
            yieldedCount = count;
            yield result.part;
          }
        } catch (error) {
          if (!(error instanceof RecordingInterruptedError)) throw error;
        } finally {
          process.stop(recording);
        }
      }
    },
    preload: () => processes.preload(),
    close: () => processes.close(),
  };
}

/** Starts recording processes, and stops those that stay idle. */
class RecordingProcesses {
  readonly #choice: EngineChoice;
  readonly #limit: number;
  readonly #processes = new Set<RecordingProcess>();
  readonly #idleTimers = new WeakMap<RecordingProcess, NodeJS.Timeout>();
  /** True if one process keeps running even while all processes are idle, so that the neural model stays loaded. */
  #keepsOne = false;
  #isClosed = false;

  constructor(choice: EngineChoice, limit: number) {
    this.#choice = choice;
    this.#limit = limit;
  }

  /**
   * Returns the process with the fewest recordings in progress. Starts a process if all are busy and the limit is not
   * reached.
   */
  acquire(): RecordingProcess {
    const [least] = [...this.#processes].toSorted((a, b) => a.recordingCount - b.recordingCount);
    const isUsable = least && (!least.recordingCount || this.#processes.size >= this.#limit);
    const process = isUsable ? least : this.#start();
    clearTimeout(this.#idleTimers.get(process));
    process.ref();
    return process;
  }

  /** If the engine is a neural model, starts a process that keeps running while it is idle. */
  preload(): void {
    this.#keepsOne = this.#choice.engine === 'neural';
    if (this.#keepsOne && !this.#processes.size) this.#release(this.#start());
  }

  /** Stops the idle processes now, and the others when their recordings are complete. */
  close(): void {
    this.#isClosed = true;
    this.#keepsOne = false;
    for (const process of this.#processes) if (!process.recordingCount) this.#release(process);
  }

  #start(): RecordingProcess {
    const process: RecordingProcess = new RecordingProcess(this.#choice, {
      onIdle: () => this.#release(process),
      onEnd: () => this.#processes.delete(process),
    });
    this.#processes.add(process);
    return process;
  }

  /**
   * Handles a recording process that has become idle. It no longer prevents the parent process from exiting. It is
   * stopped if it stays idle, unless it is the one process that keeps the model loaded.
   */
  #release(process: RecordingProcess): void {
    process.unref();
    if (this.#keepsOne && this.#processes.size === 1) return;
    const stop = () => process.end();
    if (this.#isClosed) stop();
    else this.#idleTimers.set(process, setTimeout(stop, IDLE_TIMEOUT).unref());
  }
}
