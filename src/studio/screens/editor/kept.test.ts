// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { emptyManuscript } from '#domain/studio/manuscript.ts';
import { forgetKept, keeperOf, keptOf } from './kept.ts';

const content = { ...emptyManuscript({ category: 'awd', subcategory: 'att' }), title: 'Kept' };
const nobody = () => false;

beforeEach(() => localStorage.clear());

test('what a dead tab kept of an article is found again, and not what an open one keeps', () => {
  keeperOf('one', 'dead').keep(3, content);
  keeperOf('one', 'alive').keep(3, { ...content, title: 'Being written' });
  keeperOf('two', 'dead').keep(1, content);
  const [kept, ...others] = keptOf('one', (tab) => tab === 'alive');
  expect(kept).toMatchObject({ base: 3, content: { title: 'Kept' } });
  expect(others).toEqual([]);
  forgetKept(kept!);
  expect(keptOf('one', (tab) => tab === 'alive')).toEqual([]);
  expect(keptOf('two', nobody)).toHaveLength(1);
});

test('what was saved is not offered', () => {
  const keeper = keeperOf('one', 'tab');
  keeper.keep(1, content);
  keeper.forget();
  expect(keptOf('one', nobody)).toEqual([]);
});

test('what another release wrote, and what is a month old, is thrown away', () => {
  localStorage.setItem('studio:unsaved:one:tab', '{"base":1,"at":"2026-01-01T00:00:00Z"}');
  localStorage.setItem('studio:unsaved:one:other', 'no JSON');
  vi.useFakeTimers({ now: Date.parse('2026-01-01') });
  keeperOf('one', 'old').keep(1, content);
  vi.setSystemTime(Date.parse('2026-03-01'));
  expect(keptOf('one', nobody)).toEqual([]);
  expect(localStorage.getItem('studio:unsaved:one:old')).toBeNull();
  vi.useRealTimers();
});
