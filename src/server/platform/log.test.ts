import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLog } from './log.ts';

let lines: Record<string, unknown>[];
const written = { write: (line: string) => void lines.push(JSON.parse(line)) };

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  process.removeAllListeners('exit');
});

it('writes ten lines a minute that say the same, and then how many more there were', () => {
  const log = openLog('warn', written);
  const child = log.child({ reqId: 1 });
  for (let time = 0; time < 5000; time++) {
    log.error({ err: new Error(`no ${time}`) }, 'A picture could not be kept');
    child.error({ err: new Error(`no ${time}`) }, 'A picture could not be kept');
  }
  log.warn('Something else');
  expect(lines.map(({ msg }) => msg)).toEqual([
    ...Array(10).fill('A picture could not be kept'),
    'Something else',
  ]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(11)).toMatchObject([
    { more: [{ line: 'A picture could not be kept', count: 9990 }] },
  ]);
  log.error('A picture could not be kept');
  expect(lines).toHaveLength(13);
});

it('bounds what says something else each time', () => {
  const log = openLog('warn', written);
  for (let time = 0; time < 5000; time++) log.warn(`Refused ${time}`);
  expect(lines).toHaveLength(210);
  vi.advanceTimersByTime(60_000);
  expect(lines[210]).toMatchObject({ more: [{ line: 'of too many kinds', count: 4790 }] });
});

it('writes everything that somebody asks for by the level, and whatever is fatal', () => {
  const log = openLog('info', written);
  for (let time = 0; time < 30; time++) {
    log.info('A job is done');
    log.fatal('A fault nobody caught');
  }
  expect(lines).toHaveLength(60);
});

it('says what it has left out when the process ends before the minute does', () => {
  const log = openLog('warn', written);
  for (let time = 0; time < 12; time++) log.error(new Error('Gone.'));
  process.emit('exit', 0);
  expect(lines.at(-1)).toMatchObject({ more: [{ line: 'Gone.', count: 2 }] });
});
