import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCliCommand } from './command.ts';

const print = vi.spyOn(console, 'error');
const originalExitCode = process.exitCode;

beforeEach(() => {
  print.mockReset().mockReturnValue();
  vi.stubEnv('DATA_DIR', '/data/of/this/test');
});
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = originalExitCode;
});

it('names the data folder if its disk is full', async () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  await runCliCommand(() => Promise.reject(error));
  expect(print.mock.calls).toEqual([
    [expect.stringMatching(/^The disk of \/data\/of\/this\/test is full: .* set DATA_DIR/)],
  ]);
  expect(process.exitCode).toBe(1);
});

it('rethrows errors that the disk did not cause', async () => {
  const error = new TypeError('A bug.');
  await expect(runCliCommand(() => Promise.reject(error))).rejects.toBe(error);
  expect(print).not.toHaveBeenCalled();
});
