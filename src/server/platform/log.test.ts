import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLog } from './log.ts';

let lines: Record<string, unknown>[];
const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  process.removeAllListeners('exit');
});

it('writes ten lines with the same text per minute, and then the number of omitted lines', () => {
  const log = openLog('warn', destination);
  const child = log.child({ reqId: 1 });
  for (let time = 0; time < 5000; time++) {
    log.error({ err: new Error(`no ${time}`) }, 'Failed to store an image');
    child.error({ err: new Error(`no ${time}`) }, 'Failed to store an image');
  }
  log.warn('Something else');
  expect(lines.map(({ msg }) => msg)).toEqual([
    ...Array(10).fill('Failed to store an image'),
    'Something else',
  ]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(11)).toMatchObject([
    { more: [{ line: 'Failed to store an image', count: 9990 }] },
  ]);
  log.error('Failed to store an image');
  expect(lines).toHaveLength(13);
});

it('limits lines with many different texts', () => {
  const log = openLog('warn', destination);
  for (let time = 0; time < 5000; time++) log.warn(`Refused ${time}`);
  expect(lines).toHaveLength(210);
  vi.advanceTimersByTime(60_000);
  expect(lines[210]).toMatchObject({ more: [{ line: '(other lines)', count: 4790 }] });
});

it('limits neither lines below the level of warnings nor fatal errors', () => {
  const log = openLog('info', destination);
  for (let time = 0; time < 30; time++) {
    log.info('Job completed');
    log.fatal('Uncaught exception');
  }
  expect(lines).toHaveLength(60);
});

it('writes the number of omitted lines if the process exits within the minute', () => {
  const log = openLog('warn', destination);
  for (let time = 0; time < 12; time++) log.error(new Error('Gone.'));
  process.emit('exit', 0);
  expect(lines.at(-1)).toMatchObject({ more: [{ line: 'Gone.', count: 2 }] });
});

it('writes the causes of an error, but no other properties than its code', () => {
  const log = openLog('warn', destination);
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@reader.example) already exists.',
  });
  const query = { query: 'insert into "users" values ($1)', params: ['ada@reader.example'] };
  const error = new Error(`Failed query: ${query.query}\nparams: ${query.params}`, { cause });
  log.error({ err: Object.assign(error, query) }, 'Failed to save');
  expect(lines).toMatchObject([
    {
      err: {
        message: 'Failed query: insert into "users" values ($1)',
        causes: [{ type: 'Error', message: 'duplicate key', code: '23505' }],
      },
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('ada@reader.example');
});
