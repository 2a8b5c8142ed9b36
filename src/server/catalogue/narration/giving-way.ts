import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { PREVIEW } from '#speech/preview.ts';

/** Processors in use by others from which on they are left more of them: half of one. */
const CROWD = 0.5;
/**
 * How many times as fast as it is heard sound is made beside others: five minutes and a half are whole when the {@link PREVIEW}
 * that is heard meanwhile is over, and the longest of our articles five seconds later.
 */
const AHEAD = 11;
/** Milliseconds between looks: systems count by the hundredth of a second. */
const LOOK_AGAIN = 250;

/**
 * Milliseconds to leave to others once a sentence has been made. A low priority alone is not enough for them: processors
 * share caches and more, and whoever answers on one is slower while another computes. Where nobody else computes there
 * is no rest, nor before the beginning is made, since somebody may be waiting for it.
 *
 * @param passed milliseconds since the sentence before
 * @param others processors in use by others
 */
export function restAfter(
  { from, to }: { from: number; to: number },
  passed: number,
  others: number,
): number {
  if (from < PREVIEW || others < CROWD) return 0;
  return Math.max(0, (1000 * (to - from)) / AHEAD - passed);
}

/**
 * Yields what `parts` yields, and returns what it returns. Once the consumer has taken a sentence, the next one waits
 * for the rest that {@link restAfter} asks for; there is none while `isHurried`.
 */
export async function* withRests<Part extends { sentence?: { from: number; to: number } }, Whole>(
  parts: AsyncGenerator<Part, Whole>,
  isHurried: () => boolean,
  { system = SYSTEM, others = new Others(system) }: { system?: System; others?: Others } = {},
): AsyncGenerator<Part, Whole> {
  let since = system.now();
  for (;;) {
    const next = await parts.next();
    if (next.done) return next.value;
    yield next.value;
    const { sentence } = next.value;
    const passed = system.now() - since;
    const rest = sentence ? restAfter(sentence, passed, others.processors) : 0;
    await system.pause(isHurried() ? 0 : rest);
    since = system.now();
  }
}

/**
 * How many processors are in use, on average, by others than this process, but for those that stand behind everybody
 * else: recordings do not rest for one another. Windows does not tell which ones do; there it is always 0.
 */
export class Others {
  readonly #system: System;
  #before: Sample;
  #processors = 0;

  constructor(system: System = SYSTEM) {
    this.#system = system;
    this.#before = look(system);
  }

  get processors(): number {
    const now = look(this.#system);
    const passed = now.at - this.#before.at;
    if (passed < LOOK_AGAIN) return this.#processors;
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

/** Milliseconds: the time, and what has been used of all processors by others, since whenever. */
interface Sample {
  at: number;
  used: number;
}

function look({ platform, now, cpus, cpuUsage, getPriority }: System): Sample {
  const at = now();
  if (platform === 'win32') return { at, used: 0 };
  const used = cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.irq, 0);
  const { user, system } = cpuUsage();
  // Behind everybody else, our own computing is among what is left out already.
  const ours = getPriority() > 0 ? system : user + system;
  return { at, used: used - ours / 1000 };
}
