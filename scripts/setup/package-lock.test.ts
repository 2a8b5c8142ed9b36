import { describe, expect, it } from 'vitest';
import {
  addMissingPackagesForMachine,
  isLockfileForManifest,
  listChangedLockfileEntries,
} from './package-lock.mjs';

const MAC = { platform: 'darwin', arch: 'arm64', libc: 'glibc' } as const;
const LINUX = { platform: 'linux', arch: 'x64', libc: 'glibc' } as const;

/** The entries of a lockfile that was written on Linux with a registry that has no packages for macOS. */
const ENTRIES = {
  '': { dependencies: { linter: '2.0.0' }, devDependencies: {} },
  'node_modules/linter': {
    version: '2.0.0',
    integrity: 'sha512-linter',
    optionalDependencies: {
      '@linter/darwin-arm64': '2.0.0',
      '@linter/linux-x64': '2.0.0',
      '@linter/linux-x64-musl': '2.0.0',
    },
  },
  'node_modules/@linter/linux-x64': {
    version: '2.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  },
};

function createLockfile(entries: object) {
  return JSON.stringify({ lockfileVersion: 3, packages: entries });
}

function createChangedLockfile(path: keyof typeof ENTRIES, change: object) {
  return createLockfile({ ...ENTRIES, [path]: { ...ENTRIES[path], ...change } });
}

describe('addMissingPackagesForMachine', () => {
  it("adds this machine's native packages beside the package that depends on them", () => {
    const { packages } = JSON.parse(addMissingPackagesForMachine(createLockfile(ENTRIES), MAC));
    expect(packages).toEqual({
      ...ENTRIES,
      'node_modules/linter/node_modules/@linter/darwin-arm64': { version: '2.0.0', optional: true },
    });
  });

  it('returns the same text if nothing is missing for the machine', () => {
    const text = createLockfile(ENTRIES);
    expect(addMissingPackagesForMachine(text, LINUX)).toBe(text);
  });
});

describe('listChangedLockfileEntries', () => {
  const before = createLockfile(ENTRIES);

  it('returns packages with another version or content, removed packages and new packages', () => {
    const linter = 'node_modules/linter';
    const { [linter]: _, ...withoutLinter } = ENTRIES;
    expect(
      listChangedLockfileEntries(before, createChangedLockfile(linter, { version: '2.0.1' })),
    ).toEqual([linter]);
    expect(
      listChangedLockfileEntries(before, createChangedLockfile(linter, { integrity: 'sha512-x' })),
    ).toEqual([linter]);
    expect(listChangedLockfileEntries(before, createLockfile(withoutLinter))).toEqual([linter]);
    expect(listChangedLockfileEntries(createLockfile(withoutLinter), before)).toEqual([linter]);
  });

  it('ignores fields that npm versions write differently', () => {
    const native = 'node_modules/@linter/linux-x64';
    expect(
      listChangedLockfileEntries(before, createChangedLockfile(native, { libc: undefined })),
    ).toEqual([]);
    expect(
      listChangedLockfileEntries(
        before,
        createChangedLockfile(native, { integrity: 'sha512-native' }),
      ),
    ).toEqual([]);
    expect(listChangedLockfileEntries(before, addMissingPackagesForMachine(before, MAC))).toEqual(
      [],
    );
  });
});

describe('isLockfileForManifest', () => {
  it('returns true only if lock and manifest name the same dependencies', () => {
    const manifest = (dependencies: object) => JSON.stringify({ dependencies });
    expect(isLockfileForManifest(createLockfile(ENTRIES), manifest({ linter: '2.0.0' }))).toBe(
      true,
    );
    expect(isLockfileForManifest(createLockfile(ENTRIES), manifest({ linter: '2.1.0' }))).toBe(
      false,
    );
    expect(
      isLockfileForManifest(createLockfile(ENTRIES), manifest({ linter: '2.0.0', other: '1.0.0' })),
    ).toBe(false);
    expect(isLockfileForManifest(createLockfile(ENTRIES), manifest({}))).toBe(false);
  });
});
