import { describe, expect, it } from 'vitest';
import { BusyError } from '#server/platform/errors.ts';
import { Turns } from './concurrency-limit.ts';

/** Work that ends when it is told to, and says in which order it was begun. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: (name: string) => ends.get(name)!(),
  };
}

describe('turns', () => {
  it('let so many work at once, and the others in the order they came', async () => {
    const turns = new Turns({ atOnce: 2, waiting: 2 });
    const { begun, work, end } = works();
    const done = ['a', 'b', 'c', 'd'].map((name) => turns.take(work(name)));
    await expect.poll(() => begun).toEqual(['a', 'b']);
    end('b');
    await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
    end('a');
    await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
    end('c');
    end('d');
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('send away whoever would be one too many to wait', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1 });
    const { begun, work, end } = works();
    const done = [turns.take(work('a')), turns.take(work('b'))];
    await expect(turns.take(work('c'))).rejects.toBeInstanceOf(BusyError);
    await expect.poll(() => begun).toEqual(['a']);
    end('a');
    await expect.poll(() => begun).toEqual(['a', 'b']);
    end('b');
    await Promise.all(done);
  });

  it('are handed on by work that fails', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 1 });
    const failing = turns.take(() => Promise.reject(new Error('torn')));
    const next = turns.take(async () => 'next');
    await expect(failing).rejects.toThrow('torn');
    expect(await next).toBe('next');
  });
});
