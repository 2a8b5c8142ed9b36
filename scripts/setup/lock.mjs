// @ts-check
/**
 * Ensures that only one setup runs in a checkout at a time. The lock is a folder that contains a file about its owner.
 * The folder is created under another name and then renamed, so a lock always has an owner.
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
import { STATE_FOLDER, writeStamp } from './stamps.mjs';

const LOCK = join(STATE_FOLDER, 'lock');
const OWNER = join(LOCK, 'owner.json');
const ABANDONED = 'abandoned-';

const HEARTBEAT_INTERVAL_MS = 1_000;
const POLL_INTERVAL_MS = 250;
/**
 * Milliseconds without a heartbeat after which a lock counts as abandoned if its owner runs on another host, such as
 * another container. Only heartbeats show that such an owner is running, because processes on another host are not
 * visible here.
 */
const REMOTE_OWNER_TIMEOUT_MS = 30_000;
/**
 * Milliseconds without a heartbeat after which a lock counts as abandoned, even if a process with one of its owner's
 * process IDs is running. That process may be another program that was given the same ID, or an npm process whose setup
 * was killed.
 */
const LOCAL_OWNER_TIMEOUT_MS = 300_000;

/**
 * The owner of the lock: a running setup with the IDs of its processes.
 * @typedef {{ token: string, host: string, pids: number[] }} Owner
 */

/** @type {Owner} */
const self = { token: `${process.pid}-${Date.now()}`, host: hostname(), pids: [process.pid] };

/**
 * Runs `work` while holding the lock. If another setup holds the lock, prints a message and waits.
 * @param {() => Promise<void>} work
 */
export async function runExclusively(work) {
  await acquireLock();
  const heartbeat = setInterval(
    () => utimesSync(OWNER, new Date(), new Date()),
    HEARTBEAT_INTERVAL_MS,
  );
  process.once('exit', release);
  try {
    await work();
  } finally {
    clearInterval(heartbeat);
    removeAbandonedLocks();
    release();
  }
}

/**
 * Adds a child process to the owner of the lock. If the setup is killed while the child process is
 * running, other setups on this host wait up to `LOCAL_OWNER_TIMEOUT_MS` before they take over the
 * lock.
 * @param {number | undefined} pid
 */
export function addProcessToLockOwner(pid) {
  if (pid === undefined || readOwner() === undefined) return;
  self.pids = [process.pid, pid];
  writeStamp(OWNER, JSON.stringify(self));
}

async function acquireLock() {
  let hasReported = false;
  let lastState = '';
  let lastChange = 0;
  while (!tryLock()) {
    const owner = readOwner();
    if (owner === undefined) continue;
    const state = `${owner.token} ${statSync(OWNER, { throwIfNoEntry: false })?.mtimeMs}`;
    if (state !== lastState) {
      lastState = state;
      lastChange = performance.now();
    }
    // The time since the lock last changed is measured with this process's monotonic clock. A laptop's sleep mode does
    // not affect that clock, and neither does the clock of another machine that stores this folder.
    if (isAbandoned(owner, performance.now() - lastChange)) {
      moveAside(owner);
      continue;
    }
    if (!hasReported)
      console.log('Another setup is running in this folder. Waiting for it to finish.');
    hasReported = true;
    await sleep(POLL_INTERVAL_MS);
  }
}

function tryLock() {
  const draft = join(STATE_FOLDER, `lock-${self.token}`);
  mkdirSync(draft, { recursive: true });
  writeStamp(join(draft, 'owner.json'), JSON.stringify(self));
  return moveFolder(draft, LOCK);
}

/** Reads the owner of the lock. @returns {Owner | undefined} */
function readOwner() {
  try {
    return JSON.parse(readFileSync(OWNER, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns true if a lock may be taken over from its owner. @param {Owner} owner @param {number} msSinceHeartbeat */
function isAbandoned(owner, msSinceHeartbeat) {
  if (owner.host !== self.host) return msSinceHeartbeat > REMOTE_OWNER_TIMEOUT_MS;
  return !owner.pids.some(isRunning) || msSinceHeartbeat > LOCAL_OWNER_TIMEOUT_MS;
}

/** Returns true if a process exists, even if it belongs to another user. @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Removes an abandoned lock by renaming it to a path that contains its owner's token. If two setups do this at the same
 * time, the second rename fails, because its target exists. The second setup therefore cannot remove the lock that the
 * first setup has acquired in the meantime.
 * @param {Owner} owner
 */
function moveAside(owner) {
  moveFolder(LOCK, join(STATE_FOLDER, ABANDONED + owner.token));
}

function removeAbandonedLocks() {
  for (const name of readdirSync(STATE_FOLDER)) {
    if (name.startsWith(ABANDONED))
      rmSync(join(STATE_FOLDER, name), { recursive: true, force: true });
  }
}

function release() {
  if (readOwner()?.token !== self.token) return;
  const releasedPath = join(STATE_FOLDER, `released-${self.token}`);
  // The lock is renamed before it is removed. Otherwise, it would exist without an owner for a moment.
  if (moveFolder(LOCK, releasedPath)) rmSync(releasedPath, { recursive: true, force: true });
}

/**
 * Renames a folder.
 * @param {string} from
 * @param {string} to
 * @returns {boolean} false if `to` already exists or `from` does not exist
 */
function moveFolder(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? '';
    // On Windows, renaming a folder to an existing path fails with EPERM or EACCES.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'ENOENT'].includes(code)) return false;
    throw error;
  }
}
