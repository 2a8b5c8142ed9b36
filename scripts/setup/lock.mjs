// @ts-check
/**
 * One set-up at a time in a checkout. The lock is a folder, put in place by a rename with its owner's
 * note already inside, so there is no moment in which it has no owner.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NOTES, writeStamp } from './stamps.mjs';

const LOCK = join(NOTES, 'lock');
const OWNER = join(LOCK, 'owner.json');
const ABANDONED = 'abandoned-';

const MS_BETWEEN_BEATS = 1_000;
const MS_BETWEEN_LOOKS = 250;
/** An owner whose process cannot be looked up from here, as in another container, is given this long. */
const MS_WITHOUT_BEAT_ELSEWHERE = 30_000;
/** Its process is there but does not beat: another program with the number of a dead one, or an npm that outlived its set-up. */
const MS_WITHOUT_BEAT_HERE = 300_000;

/** @typedef {{ token: string, host: string, pids: number[] }} Owner */

/** @type {Owner} */
const me = { token: `${process.pid}-${Date.now()}`, host: hostname(), pids: [process.pid] };

/**
 * Runs `work` while no other set-up runs in this checkout, waiting for its turn and saying so.
 * @param {() => Promise<void>} work
 */
export async function alone(work) {
  await takeLock();
  const beat = setInterval(() => utimesSync(OWNER, new Date(), new Date()), MS_BETWEEN_BEATS);
  process.once('exit', release);
  try {
    await work();
  } finally {
    clearInterval(beat);
    forgetAbandoned();
    release();
  }
}

/**
 * Names a child process as part of this set-up: while it runs, the lock is not abandoned, even when the
 * set-up itself was killed.
 * @param {number | undefined} pid
 */
export function holdLockFor(pid) {
  if (pid === undefined || ownerOf() === undefined) return;
  me.pids = [process.pid, pid];
  writeStamp(OWNER, JSON.stringify(me));
}

async function takeLock() {
  let hasSaidSo = false;
  let seen = '';
  let seenSince = 0;
  while (!tryLock()) {
    const owner = ownerOf();
    if (owner === undefined) continue;
    const sign = `${owner.token} ${statSync(OWNER, { throwIfNoEntry: false })?.mtimeMs}`;
    if (sign !== seen) {
      seen = sign;
      seenSince = performance.now();
    }
    // Measured by this process's own clock, so that a sleeping laptop or a shared folder's clock cannot mislead.
    if (isAbandoned(owner, performance.now() - seenSince)) {
      bury(owner);
      continue;
    }
    if (!hasSaidSo)
      console.log('Another setup is running in this folder. Waiting for it to finish.');
    hasSaidSo = true;
    await sleep(MS_BETWEEN_LOOKS);
  }
}

function tryLock() {
  const draft = join(NOTES, `lock-${me.token}`);
  mkdirSync(draft, { recursive: true });
  writeStamp(join(draft, 'owner.json'), JSON.stringify(me));
  return moveFolder(draft, LOCK);
}

/** @returns {Owner | undefined} */
function ownerOf() {
  try {
    return JSON.parse(readFileSync(OWNER, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {Owner} owner @param {number} msWithoutBeat */
function isAbandoned(owner, msWithoutBeat) {
  if (owner.host !== me.host) return msWithoutBeat > MS_WITHOUT_BEAT_ELSEWHERE;
  return !owner.pids.some(isRunning) || msWithoutBeat > MS_WITHOUT_BEAT_HERE;
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Moves an abandoned lock aside, to a place named after its owner. Of two set-ups that bury the same
 * owner one succeeds: for the other the place is taken, and it cannot take away the winner's new lock.
 * @param {Owner} owner
 */
function bury(owner) {
  moveFolder(LOCK, join(NOTES, ABANDONED + owner.token));
}

function forgetAbandoned() {
  for (const name of readdirSync(NOTES)) {
    if (name.startsWith(ABANDONED)) rmSync(join(NOTES, name), { recursive: true, force: true });
  }
}

function release() {
  if (ownerOf()?.token !== me.token) return;
  const aside = join(NOTES, `released-${me.token}`);
  // Removed under another name: emptied in its own place, it would for a moment be anybody's.
  if (moveFolder(LOCK, aside)) rmSync(aside, { recursive: true, force: true });
}

/** @param {string} from @param {string} to @returns {boolean} false when `to` is taken or `from` is gone */
function moveFolder(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
    // Windows says EPERM or EACCES of a folder that is there.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'ENOENT'].includes(code)) return false;
    throw error;
  }
}
