import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { PREVIEW_SECONDS } from '#speech/preview.ts';

/** Processors in use by other programs above which recording is throttled. */
const BUSY_PROCESSORS = 0.5;
/**
 * Seconds of audio made per second while other programs compute: five and a half minutes are complete when the listener has
 * heard the {@link PREVIEW_SECONDS}, and our longest article five seconds later.
 */
const THROTTLED_SPEED = 11;
/** Milliseconds between two samples: operating systems count in hundredths of a second. */
const SAMPLE_INTERVAL = 250;

/**
 * Returns the milliseconds to pause after a sentence has been recorded. A low priority alone is not enough: processors share
 * caches, so a response on one core is slower while another core computes. There is no pause while no other program
 * computes, nor before the preview is complete, since a listener may be waiting for it.
 *
 * @param passed milliseconds since the previous sentence
 * @param others processors in use by other programs
 */
export function throttleDelay(
  { from, to }: { from: number; to: number },
  passed: number,
  others: number,
): number {
  if (from < PREVIEW_SECONDS || others < BUSY_PROCESSORS) return 0;
  return Math.max(0, (1000 * (to - from)) / THROTTLED_SPEED - passed);
}

/**
 * Passes the sentences and the result of `parts` through. After the consumer has taken a sentence, pauses for
 * {@link throttleDelay}, unless `isUnthrottled` returns true.
 */
export async function* throttle<Part extends { sentence?: { from: number; to: number } }, Whole>(
  parts: AsyncGenerator<Part, Whole>,
  isUnthrottled: () => boolean,
  {
    system = SYSTEM,
    others = new OtherCpuLoad(system),
  }: { system?: System; others?: OtherCpuLoad } = {},
): AsyncGenerator<Part, Whole> {
  let since = system.now();
  for (;;) {
    const next = await parts.next();
    if (next.done) return next.value;
    yield next.value;
    const { sentence } = next.value;
    const passed = system.now() - since;
    const rest = sentence ? throttleDelay(sentence, passed, others.processors) : 0;
    await system.pause(isUnthrottled() ? 0 : rest);
    since = system.now();
  }
}

/**
 * Measures how many processors other programs use on average. Programs of low priority do not count: recordings do not
 * pause for each other. On Windows, which does not report priorities, it is always 0.
 */
export class OtherCpuLoad {
  readonly #system: System;
  #before: Sample;
  #processors = 0;

  constructor(system: System = SYSTEM) {
    this.#system = system;
    this.#before = takeSample(system);
  }

  get processors(): number {
    const now = takeSample(this.#system);
    const passed = now.at - this.#before.at;
    if (passed < SAMPLE_INTERVAL) return this.#processors;
    const used = now.used - this.#before.used;
    this.#before = now;
    this.#processors = Math.max(0, used / passed);
    return this.#processors;
  }
}

/** The clock, the timer, and the processor times that the operating system counts. */
export interface System {
  platform: NodeJS.Platform;
  now(): number;
  pause(milliseconds: number): Promise<unknown>;
  cpus(): readonly Pick<os.CpuInfo, 'times'>[];
  cpuUsage(): NodeJS.CpuUsage;
  getPriority(): number;
}

const SYSTEM: System = {
  platform: process.platform,
  now: () => performance.now(),
  // Even a pause of zero lets finished audio go out, and lets a listener who left say so.
  pause: (milliseconds) => pause(milliseconds),
  cpus: () => os.cpus(),
  cpuUsage: () => process.cpuUsage(),
  getPriority: () => os.getPriority(),
};

/** The time, and how long other programs have used all processors, in milliseconds since any one moment. */
interface Sample {
  at: number;
  used: number;
}

function takeSample({ platform, now, cpus, cpuUsage, getPriority }: System): Sample {
  const at = now();
  if (platform === 'win32') return { at, used: 0 };
  const used = cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.irq, 0);
  const { user, system } = cpuUsage();
  // With a low priority, our own computing counts as `nice`, which is left out already.
  const ours = getPriority() > 0 ? system : user + system;
  return { at, used: used - ours / 1000 };
}
