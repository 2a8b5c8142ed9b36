import { expect, it } from 'vitest';
import { describeDiskError } from './disk-error.ts';

const createDiskError = (code: string, path: string) =>
  Object.assign(new Error(`${code}: as the system says`), { code, path });

it('describes a full disk and missing permissions, and says what to do', () => {
  expect(describeDiskError('/data', createDiskError('ENOSPC', '/data/db'))).toMatch(
    /^The disk of \/data is full: .* Free some space, or set DATA_DIR to a folder on another disk\.$/,
  );
  expect(describeDiskError('/data', createDiskError('EACCES', '/data/db'))).toMatch(
    /^The folder \/data cannot be used: EACCES: .* Give this user read and write access, or set DATA_DIR to another folder\.$/,
  );
});

it('returns undefined for errors that the disk did not cause', () => {
  expect(describeDiskError('/data', createDiskError('EACCES', '/elsewhere'))).toBeUndefined();
  expect(describeDiskError('/data', new TypeError('a fault of ours'))).toBeUndefined();
});
