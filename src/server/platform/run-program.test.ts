import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runProgram } from './run-program.ts';

/** Returns true if a process is running. Zombies count as ended. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('runProgram', () => {
  it('returns the output of both streams and whether the program has succeeded', async () => {
    const program = 'process.stdin.pipe(process.stdout); console.error("warning")';
    const result = await runProgram(process.execPath, ['-e', program], {
      input: Buffer.from('in'),
    });
    expect(result.hasSucceeded).toBe(true);
    expect(result.output).toContain('in');
    expect(result.output).toContain('warning');
    const failure = await runProgram(process.execPath, ['-e', 'process.exit(3)']);
    expect(failure.hasSucceeded).toBe(false);
  });

  it('returns a reason if the program does not exist', async () => {
    expect(await runProgram('no-such-program', [])).toEqual({
      hasSucceeded: false,
      output: 'spawn no-such-program ENOENT',
    });
  });

  it.runIf(process.platform === 'linux')(
    'stops the program and the programs that it has started',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'octavo-program-'));
      const file = path.join(folder, 'pids');
      const stop = new AbortController();
      const running = runProgram('sh', ['-c', `sleep 1000 & echo $$ $! > ${file}; wait`], {
        signal: stop.signal,
      });
      const pids = await vi.waitFor(() => {
        const currentPids = readFileSync(file, 'utf8').trim().split(' ').map(Number);
        expect(currentPids).toHaveLength(2);
        return currentPids;
      });
      expect(pids.map(isRunning)).toEqual([true, true]);
      stop.abort(new Error('Not needed any more.'));
      await expect(running).rejects.toThrow('Not needed any more.');
      await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]));
      rmSync(folder, { recursive: true });
    },
  );
});
