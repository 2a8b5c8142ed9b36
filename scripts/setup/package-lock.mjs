// @ts-check
/** Reads package-lock.json. Format: https://docs.npmjs.com/cli/configuring-npm/package-lock-json */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './stamps.mjs';

/**
 * The parts of package-lock.json that the setup reads, and the machine for which packages are installed.
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {boolean} [link]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {Record<string, LockEntry>} Entries A lockfile's entries by path. The path of the project itself is ''.
 *
 * @typedef {{ platform: string, arch: string, libc: 'glibc' | 'musl' }} Machine
 */

/**
 * Returns the entries of package-lock.json whose `os`, `cpu` and `libc` match this machine. npm may still omit an
 * optional entry that only packages for other platforms depend on.
 * @returns {{ path: string, isOptional: boolean }[]}
 */
export function listLockfileEntriesForThisMachine() {
  const lockfile = join(ROOT, 'package-lock.json');
  if (!existsSync(lockfile)) return [];
  const machine = describeMachine();
  return Object.entries(parseEntries(readFileSync(lockfile, 'utf8')))
    .filter(([path, entry]) => path !== '' && !entry.link && supportsMachine(entry, machine))
    .map(([path, entry]) => ({ path, isOptional: isOptional(entry) }));
}

/**
 * Adds missing native packages for this machine's platform to a lockfile. They are missing if npm wrote the lockfile
 * while using a registry that does not provide packages for other platforms. npm 10 and 11.0 install only packages that
 * the lockfile contains (https://github.com/npm/cli/issues/4828). Native packages are recognized by the platform in
 * their names.
 * @param {string} lockText
 * @param {Machine} [machine]
 * @returns {string} the same text if nothing is missing
 */
export function addMissingPackagesForMachine(lockText, machine = describeMachine()) {
  const lock = JSON.parse(lockText);
  /** @type {Entries} */
  const entries = lock.packages;
  const missing = Object.entries(entries).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => path !== '' && isNamedForMachine(name, machine))
      .filter(
        ([name]) => !entries[`node_modules/${name}`] && !entries[`${path}/node_modules/${name}`],
      )
      .map(([name, version]) => ({ path: `${path}/node_modules/${name}`, version })),
  );
  if (missing.length === 0) return lockText;
  for (const { path, version } of missing) entries[path] = { version, optional: true };
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/**
 * Returns the entries whose installed packages differ between two lockfiles. Ignores added optional packages, such as
 * those for other platforms, and the fields `libc`, `resolved` and `peer`, which differ between npm versions.
 * @param {string} before
 * @param {string} after
 * @returns {string[]} paths of entries
 */
export function listChangedLockfileEntries(before, after) {
  const [beforeEntries, afterEntries] = [parseEntries(before), parseEntries(after)];
  const paths = [...new Set([...Object.keys(beforeEntries), ...Object.keys(afterEntries)])];
  return paths.filter((path) => {
    const [beforeEntry, afterEntry] = [beforeEntries[path], afterEntries[path]];
    if (beforeEntry === undefined) return afterEntry !== undefined && !isOptional(afterEntry);
    if (afterEntry === undefined || beforeEntry.version !== afterEntry.version) return true;
    return beforeEntry.integrity !== undefined && beforeEntry.integrity !== afterEntry.integrity;
  });
}

/**
 * Returns true if a lockfile matches the dependencies in package.json.
 * @param {string} lockText
 * @param {string} manifestText the text of package.json
 */
export function isLockfileForManifest(lockText, manifestText) {
  const manifest = JSON.parse(manifestText);
  const locked = parseEntries(lockText)[''] ?? {};
  const kinds = /** @type {const} */ (['dependencies', 'devDependencies', 'optionalDependencies']);
  return kinds.every((kind) => areEqual(manifest[kind] ?? {}, locked[kind] ?? {}));
}

/** Reads a lockfile's entries. @param {string} lockText @returns {Entries} */
function parseEntries(lockText) {
  return JSON.parse(lockText).packages ?? {};
}

/**
 * Returns true if two sets of dependencies are equal.
 * @param {Record<string, string>} a
 * @param {Record<string, string>} b
 */
function areEqual(a, b) {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => a[name] === b[name]);
}

/** Returns true if npm may omit an entry's package. @param {LockEntry} entry */
function isOptional({ optional, devOptional }) {
  return Boolean(optional || devOptional);
}

/**
 * Returns true if a package's name contains the machine's platform.
 * @param {string} name such as "@esbuild/darwin-arm64"
 * @param {Machine} machine
 */
function isNamedForMachine(name, { platform, arch, libc }) {
  const isForOtherLibc = platform === 'linux' && name.includes('musl') !== (libc === 'musl');
  return name.includes(`${platform}-${arch}`) && !isForOtherLibc;
}

/** Returns true if a package supports the machine. @param {LockEntry} entry @param {Machine} machine */
function supportsMachine(entry, { platform, arch, libc }) {
  return (
    isAllowed(entry.os, platform) &&
    isAllowed(entry.cpu, arch) &&
    (platform !== 'linux' || isAllowed(entry.libc, libc))
  );
}

/**
 * Returns true if a list, such as a package's `os` field, allows a value.
 * @param {string[] | undefined} list such as ['linux'] or ['!win32']
 * @param {string} value
 */
function isAllowed(list, value) {
  if (list === undefined) return true;
  if (list.includes(`!${value}`)) return false;
  return list.every((item) => item.startsWith('!')) || list.includes(value);
}

/** Describes the machine that runs this script. @returns {Machine} */
function describeMachine() {
  return {
    platform: process.platform,
    arch: process.arch,
    // The C library is only guessed, which suffices because every package that specifies a `libc` is optional.
    libc: existsSync('/etc/alpine-release') ? 'musl' : 'glibc',
  };
}
