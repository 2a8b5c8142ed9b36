import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';

/** Recording is throttled while other programs use at least this number of processors. */
const BUSY_PROCESSORS = 0.5;
/**
 * Seconds of audio recorded per second while recording is throttled. At this speed, five and a half minutes are
 * recorded by the time a listener has heard the preview ({@link MAX_PREVIEW_SECONDS}). Five seconds after that, the
 * recording of the library's longest article is complete.
 */
const THROTTLED_SPEED = 11;
/**
 * Minimum number of milliseconds between two measurements. Operating systems measure processor time in hundredths of a
 * second, so shorter intervals would be inaccurate.
 */
const SAMPLE_INTERVAL = 250;

/**
 * Returns the number of milliseconds to pause after a sentence is recorded. The pause keeps requests fast while other
 * programs use the processors. A low priority of recording processes is not enough, since the processors share caches.
 * The pause is zero while the machine is otherwise idle. It is also zero before the preview is complete, since a
 * listener may be waiting for the preview.
 *
 * @param elapsed milliseconds since the previous sentence
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

/**
 * Throttles the recordings of a process, one at a time, so that requests stay fast while other programs use the
 * processors.
 */
export class RecordingThrottle {
  readonly #system: ClockAndCpu;
  readonly #otherLoad: OtherCpuLoad;
  #partStartedAt = 0;

  constructor(system: ClockAndCpu = SYSTEM) {
    this.#system = system;
    this.#otherLoad = new OtherCpuLoad(system);
  }

  /** Starts to measure the time of the next part. Call this method when a recording starts. */
  start(): void {
    this.#partStartedAt = this.#system.now();
  }

  /**
   * Pauses after a part of the recording for {@link computeThrottleDelay}. If `isThrottled` is false or the part has no
   * sentence, only waits for a turn of the event loop.
   */
  async pauseAfter(
    { sentence }: { sentence?: { from: number; to: number } },
    { isThrottled }: { isThrottled: boolean },
  ): Promise<void> {
    const { now, pause } = this.#system;
    const elapsed = now() - this.#partStartedAt;
    const delay = sentence
      ? computeThrottleDelay(sentence, elapsed, this.#otherLoad.processors)
      : 0;
    await pause(isThrottled ? delay : 0);
    this.start();
  }
}

/**
 * Measures the average number of processors in use by other programs. Programs of low priority are excluded, so that
 * recordings do not pause for each other. The result is always 0 on Windows, where Node.js does not report the
 * processor time of low-priority programs separately.
 */
export class OtherCpuLoad {
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

/** Clock, timer and processor times of the operating system. Tests provide their own implementation. */
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
  // Even a pause of zero milliseconds is necessary, so that the event loop can send finished audio and receive
  // cancellations.
  pause: (milliseconds) => pause(milliseconds),
  cpus: () => os.cpus(),
  cpuUsage: () => process.cpuUsage(),
  getPriority: () => os.getPriority(),
};

/**
 * The current time, and the processor time that other programs have used, both in milliseconds. Only differences
 * between two measurements are meaningful.
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
  // At a low priority, the operating system counts the user time of this process as `nice`. `used` does not include
  // `nice`, so only the system time is subtracted.
  const ownTime = getPriority() > 0 ? system : user + system;
  return { at, used: used - ownTime / 1000 };
}
