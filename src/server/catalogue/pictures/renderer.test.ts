import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPictureFile } from '#covers/render.ts';
import { PictureRenderer } from './renderer.ts';

const SHAPE = { width: 320, format: 'webp' } as const;
const drawCircle = (radius: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><circle cx="2" cy="2" r="${radius}"/></svg>`;

afterEach(() => vi.useRealTimers());

/** Returns the IDs of the rendering processes that this process has started. */
function listRendererPids(): number[] {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  const lines = list.split('\n').filter((line) => line.includes('rendering-process'));
  return lines.map((line) => Number.parseInt(line, 10));
}

it('the renderer renders several pictures at a time, with the same result as without a child process', async () => {
  const renderer = new PictureRenderer();
  const radii = [0.5, 1, 1.5, 2];
  const pictures = await Promise.all(
    radii.map((radius) => renderer.render(drawCircle(radius), SHAPE)),
  );
  for (const [index, radius] of radii.entries())
    expect(Buffer.from(pictures[index]!)).toEqual(
      await renderPictureFile(drawCircle(radius), SHAPE),
    );
});

it('the renderer reports an invalid drawing and continues', async () => {
  const renderer = new PictureRenderer();
  await expect(renderer.render('<svg', SHAPE)).rejects.toThrow(/unsupported image/);
  expect((await renderer.render(drawCircle(1), SHAPE)).length).toBeGreaterThan(0);
});

it.skipIf(process.platform === 'win32')(
  'the renderer uses a new process after a crash',
  async () => {
    const pidsBefore = new Set(listRendererPids());
    const renderer = new PictureRenderer();
    await renderer.render(drawCircle(1), SHAPE);
    const rendering = renderer.render(drawCircle(2), { width: 1280, format: 'avif' });
    const [pid] = listRendererPids().filter((pid) => !pidsBefore.has(pid));
    process.kill(pid!, 'SIGKILL');
    await expect(rendering).rejects.toThrow('child process exited');
    expect((await renderer.render(drawCircle(1), SHAPE)).length).toBeGreaterThan(0);
  },
);

it.skipIf(process.platform === 'win32')(
  'the renderer has a low priority, and stops its child process when idle',
  async () => {
    const pidsBefore = new Set(listRendererPids());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await new PictureRenderer().render(drawCircle(1), SHAPE);
    const listOwnPids = () => listRendererPids().filter((pid) => !pidsBefore.has(pid));
    expect(listOwnPids()).toHaveLength(1);
    expect(os.getPriority(listOwnPids()[0])).toBeGreaterThan(os.getPriority());
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await expect.poll(listOwnPids).toEqual([]);
  },
);
