import { expect, it } from 'vitest';
import { describeDiskError } from './disk-error.ts';

const failure = (code: string, path: string) =>
  Object.assign(new Error(`${code}: as the system says`), { code, path });

it('a full disk and a folder that is somebody else’s are sentences that say what to do', () => {
  expect(describeDiskError('/data', failure('ENOSPC', '/data/db'))).toMatch(
    /^The disk of \/data is full: .* Free some space, or set DATA_DIR to a folder on another disk\.$/,
  );
  expect(describeDiskError('/data', failure('EACCES', '/data/db'))).toMatch(
    /^The folder \/data cannot be used: EACCES: .* Give this user read and write access, or set DATA_DIR to another folder\.$/,
  );
});

it('what has nothing to do with the disk is left to others', () => {
  expect(describeDiskError('/data', failure('EACCES', '/elsewhere'))).toBeUndefined();
  expect(describeDiskError('/data', new TypeError('a fault of ours'))).toBeUndefined();
});
