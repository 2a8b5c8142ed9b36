import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';

/** Recording is throttled while other programs use at least this many processors. */
const BUSY_PROCESSORS = 0.5;
/**
 * Seconds of audio recorded per second while recording is throttled. At this speed, another five and a half minutes of
 * audio are recorded while a listener plays the preview ({@link MAX_PREVIEW_SECONDS}). Even the recording of the
 * library's longest article is therefore complete at most a few seconds after the end of the preview.
 */
const THROTTLED_SPEED = 11;
/**
 * Minimum number of milliseconds between two measurements of the processor load. Operating systems count processor time
 * in hundredths of a second, so shorter intervals would be inaccurate.
 */
const SAMPLE_INTERVAL = 250;

/**
 * Returns the number of milliseconds to pause after a sentence is recorded. The pause keeps page requests fast while
 * other programs use the processors. The low priority of recording processes alone would not achieve this, because
 * processors share caches. The pause is zero while other programs are idle. The pause is also zero until the preview is
 * complete, since a listener may be waiting for the preview.
 *
 * @param elapsed milliseconds that it took to record the sentence
 * @param otherProcessors number of processors in use by other programs
 */
export function computeThrottleDelay(
  { from, to }: { from: number; to: number },
  elapsed: number,
  otherProcessors: number,
): number {
  if (from < MAX_PREVIEW_SECONDS || otherProcessors < BUSY_PROCESSORS) return 0;
  return Math.max(0, (1000 * (to - from)) / THROTTLED_SPEED - elapsed);
}

/** Slows down a recording while other programs use the processors, so that page requests stay fast. */
export class RecordingThrottle {
  readonly #system: ClockAndCpu;
  readonly #otherLoad: CpuLoadOfOtherPrograms;
  #partStartedAt = 0;
  #lastSentence: { from: number; to: number } | undefined;

  constructor(system: ClockAndCpu = SYSTEM) {
    this.#system = system;
    this.#otherLoad = new CpuLoadOfOtherPrograms(system);
  }

  /**
   * Pauses for the time that {@link computeThrottleDelay} returns for the latest part. If `isThrottled` is false, or if
   * that part contains no sentence, pauses for zero milliseconds, which only lets the event loop run once. Call this
   * method before each part is recorded.
   */
  async pauseBeforePart({ isThrottled }: { isThrottled: boolean }): Promise<void> {
    const { now, pause } = this.#system;
    const elapsed = now() - this.#partStartedAt;
    const delay = this.#lastSentence
      ? computeThrottleDelay(this.#lastSentence, elapsed, this.#otherLoad.processors)
      : 0;
    await pause(isThrottled ? delay : 0);
    this.#partStartedAt = now();
  }

  /** Sets the part that was recorded last. It determines the length of the next pause. */
  add({ sentence }: { sentence?: { from: number; to: number } }): void {
    this.#lastSentence = sentence;
  }
}

/**
 * Measures how many processors other programs use on average. Excludes low-priority programs, so that recordings do not
 * slow each other down. Returns 0 on Windows, where Node.js does not report the processor time of low-priority programs
 * separately.
 */
export class CpuLoadOfOtherPrograms {
  readonly #system: ClockAndCpu;
  #previousSample: Sample;
  #processors = 0;

  constructor(system: ClockAndCpu) {
    this.#system = system;
    this.#previousSample = takeSample(system);
  }

  get processors(): number {
    const sample = takeSample(this.#system);
    const elapsed = sample.at - this.#previousSample.at;
    if (elapsed < SAMPLE_INTERVAL) return this.#processors;
    const used = sample.used - this.#previousSample.used;
    this.#previousSample = sample;
    this.#processors = Math.max(0, used / elapsed);
    return this.#processors;
  }
}

/**
 * The functions of the operating system that measure and wait: clock, timer and processor times. Tests replace them.
 */
export interface ClockAndCpu {
  platform: NodeJS.Platform;
  now(): number;
  pause(milliseconds: number): Promise<unknown>;
  cpus(): readonly Pick<os.CpuInfo, 'times'>[];
  cpuUsage(): NodeJS.CpuUsage;
  getPriority(): number;
}

const SYSTEM: ClockAndCpu = {
  platform: process.platform,
  now: () => performance.now(),
  // A pause of zero milliseconds still lets the event loop send finished audio and receive cancellations.
  pause: (milliseconds) => pause(milliseconds),
  cpus: () => os.cpus(),
  cpuUsage: () => process.cpuUsage(),
  getPriority: () => os.getPriority(),
};

/**
 * A measurement of the current time and of the processor time that other programs have used, in milliseconds. Only the
 * differences between two measurements are meaningful.
 */
interface Sample {
  at: number;
  used: number;
}

function takeSample({ platform, now, cpus, cpuUsage, getPriority }: ClockAndCpu): Sample {
  const at = now();
  if (platform === 'win32') return { at, used: 0 };
  const used = cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.irq, 0);
  const { user, system } = cpuUsage();
  // If this process has a low priority, the operating system counts its user time as `nice`. `used` does not include
  // `nice`, so only the system time of this process is subtracted.
  const ownTime = getPriority() > 0 ? system : user + system;
  return { at, used: used - ownTime / 1000 };
}
