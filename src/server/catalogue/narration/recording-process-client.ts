import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, on } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '#server/platform/priority.ts';
import type { EngineChoice } from '#speech/engines/engine.ts';
import type {
  RecordingProcessRequest,
  RecordingProcessResponse,
  RecordingRequest,
  RecordingResult,
} from './recording-process.ts';
import { RecordingTurns, type ScheduledRecording } from './recording-turns.ts';
import { SpeechResponder, type SynthesizeSentence } from './speech-messages.ts';

const PROCESS_FILE = fileURLToPath(new URL('recording-process.ts', import.meta.url));

/**
 * Maximum number of milliseconds for which a process may continue to record the current part of a stopped recording. A
 * slow neural model needs several seconds for a long sentence, and about a minute to measure a voice for the first
 * time.
 */
const STOP_TIMEOUT = 120_000;

/** Options for a recording in a child process. `RecordOptions` in `recorder.ts` describes them. */
interface RecordingInProcessOptions {
  getUnheardSeconds?: () => number;
  hasWaiting?: () => boolean;
  speak?: SynthesizeSentence | undefined;
}

interface RecordingProcessOptions {
  /** Called when the process has no recordings left. */
  onIdle(): void;
  /** Called when the process exits, or will soon exit. It can no longer be used. */
  onEnd(): void;
}

/**
 * Thrown if a recording is interrupted because its process exited while recording a part of another recording. The
 * interrupted recording can be started again in another process.
 */
export class RecordingInterruptedError extends Error {
  override name = 'RecordingInterruptedError';
}

/**
 * A low-priority child process that records narrations. It records one part at a time, in the order of
 * {@link RecordingTurns}. With a speech service, the process spends its time waiting for the service, so all of its
 * recordings are continued at the same time.
 */
export class RecordingProcess {
  readonly #child: ChildProcess;
  readonly #options: RecordingProcessOptions;
  readonly #turns: RecordingTurns<RecordingInProcess>;
  readonly #recordings = new Map<number, RecordingInProcess>();
  #lastId = 0;

  constructor(choice: EngineChoice, options: RecordingProcessOptions) {
    const limit = choice.engine === 'service' ? Number.POSITIVE_INFINITY : 1;
    this.#options = options;
    this.#turns = new RecordingTurns(limit, (recording) => this.#continue(recording));
    this.#child = fork(PROCESS_FILE, [JSON.stringify(choice)], {
      serialization: 'advanced',
      execArgv: [],
      env: {
        ...process.env,
        // The child process starts faster if it shares the compile cache of this process.
        NODE_COMPILE_CACHE: getCompileCacheDir(),
        // The child process needs no API key, because it requests speech through this process.
        NARRATOR_KEY: undefined,
      },
    });
    lowerPriority(this.#child);
    this.#child.on('message', (response: RecordingProcessResponse) => this.#receive(response));
    for (const event of ['error', 'disconnect', 'exit'])
      this.#child.on(event, () => this.#abortAll());
  }

  /** Number of recordings in progress in the child process. */
  get recordingCount(): number {
    return this.#recordings.size;
  }

  /** Starts a recording. */
  start(request: RecordingRequest, options: RecordingInProcessOptions): RecordingInProcess {
    const id = ++this.#lastId;
    const speech = new SpeechResponder(
      (response) => this.#send({ id, kind: 'speech', speech: response }),
      options.speak,
      request.voice,
    );
    const recording = new RecordingInProcess(id, speech, options);
    this.#recordings.set(id, recording);
    this.#send({ id, kind: 'start', request });
    this.#turns.request(recording);
    return recording;
  }

  /**
   * Stops a recording, unless it is complete. A part that is being recorded cannot be interrupted, so the process
   * finishes and discards it. The process is killed only if this takes too long, because starting another process
   * usually takes longer than the rest of the part.
   */
  stop(recording: RecordingInProcess): void {
    recording.end();
    this.#turns.withdraw(recording);
    if (!this.#recordings.has(recording.id)) return;
    if (!this.#turns.isRunning(recording)) this.#remove(recording);
    else recording.killTimer = setTimeout(() => this.#kill(), STOP_TIMEOUT).unref();
    if ([...this.#recordings.values()].every(({ hasEnded }) => hasEnded)) this.unref();
  }

  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** Lets this process exit while the recording process is running. The recording process then exits as well. */
  unref(): void {
    this.#child.channel?.unref();
    this.#child.unref();
  }

  /** Stops the process. */
  end(): void {
    this.#abortAll();
    if (this.#child.connected) this.#child.disconnect();
  }

  #continue(recording: RecordingInProcess): void {
    const isThrottled = this.#recordings.size === 1 && !recording.hasWaiting();
    this.#send({ id: recording.id, kind: 'continue', isThrottled });
  }

  #receive({ id, ...response }: RecordingProcessResponse): void {
    const recording = this.#recordings.get(id);
    if (!recording) return;
    if ('speech' in response) {
      void recording.speech.respond(response.speech);
      return;
    }
    recording.addResult(response);
    const isOver = recording.hasEnded || !('part' in response);
    // The recording requests its next turn before its current turn ends, so that it is continued immediately if it is
    // the most urgent one.
    if (!isOver) this.#turns.request(recording);
    this.#turns.end(recording);
    if (isOver) this.#remove(recording);
  }

  #kill(): void {
    this.#abortAll();
    this.#child.kill('SIGKILL');
  }

  #remove(recording: RecordingInProcess): void {
    clearTimeout(recording.killTimer);
    this.#recordings.delete(recording.id);
    this.#send({ id: recording.id, kind: 'stop' });
    if (!this.#recordings.size) this.#options.onIdle();
  }

  #abortAll(): void {
    this.#options.onEnd();
    for (const recording of this.#recordings.values())
      recording.abort(
        this.#turns.isRunning(recording)
          ? new Error('The recording process exited.')
          : new RecordingInterruptedError('Another recording ended the recording process.'),
      );
    this.#recordings.clear();
  }

  #send(message: RecordingProcessRequest): void {
    // Sending fails if the child process exits at this moment. The empty callback prevents an unhandled error.
    if (this.#child.connected) this.#child.send(message, () => {});
  }
}

/** A recording in progress in a child process. */
class RecordingInProcess implements ScheduledRecording {
  readonly id: number;
  /** Answers the recording's requests for audio from the speech service. */
  readonly speech: SpeechResponder;
  readonly #options: RecordingInProcessOptions;
  readonly #results = new EventEmitter();
  readonly #exited = new AbortController();
  #hasEnded = false;
  /** Timer that kills the process if the recording is stopped but its current part takes too long. */
  killTimer: NodeJS.Timeout | undefined;

  constructor(id: number, speech: SpeechResponder, options: RecordingInProcessOptions) {
    this.id = id;
    this.speech = speech;
    this.#options = options;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  getUnheardSeconds(): number {
    return this.#options.getUnheardSeconds?.() ?? Number.NEGATIVE_INFINITY;
  }

  hasWaiting(): boolean {
    return this.#options.hasWaiting?.() ?? false;
  }

  /**
   * Yields the recording's results as the child process sends them. Start iterating immediately after starting the
   * recording, because results that arrive before the iteration starts are lost. Throws if `signal` is aborted or the
   * process exits.
   */
  async *readResults(signal: AbortSignal | undefined): AsyncGenerator<RecordingResult> {
    const exited = this.#exited.signal;
    const stopSignal = signal ? AbortSignal.any([signal, exited]) : exited;
    try {
      for await (const [result] of on(this.#results, 'result', { signal: stopSignal }))
        yield result as RecordingResult;
    } catch (error) {
      // If `stopSignal` was aborted, callers get its abort reason instead of a generic `AbortError`.
      stopSignal.throwIfAborted();
      throw error;
    }
  }

  addResult(result: RecordingResult): void {
    this.#results.emit('result', result);
  }

  /** Returns the error object for an error message from the process. */
  findError(message: string): Error {
    return this.speech.findError(message);
  }

  /** Marks the recording as complete or stopped. */
  end(): void {
    this.#hasEnded = true;
    this.speech.end();
  }

  abort(reason: Error): void {
    this.#exited.abort(reason);
  }
}
