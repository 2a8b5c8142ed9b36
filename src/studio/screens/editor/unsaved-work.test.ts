// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { createEmptyManuscript } from '#domain/studio/manuscript.ts';
import {
  createUnsavedWorkStorage,
  listUnsavedWorkOfClosedTabs,
  removeUnsavedWork,
} from './unsaved-work.ts';

const content = {
  ...createEmptyManuscript({ category: 'awd', subcategory: 'att' }),
  title: 'Kept',
};
const ONE = { id: 'one', member: 'edith' };
const TWO = { id: 'two', member: 'edith' };
const isNoTabOpen = () => false;

beforeEach(() => localStorage.clear());

test('finds the unsaved text of a closed tab, but not of an open one', () => {
  createUnsavedWorkStorage(ONE, 'dead').storeLocally(3, content);
  createUnsavedWorkStorage(ONE, 'alive').storeLocally(3, { ...content, title: 'Being written' });
  createUnsavedWorkStorage(TWO, 'dead').storeLocally(1, content);
  const [unsavedWork, ...otherWork] = listUnsavedWorkOfClosedTabs(ONE, (tab) => tab === 'alive');
  expect(unsavedWork).toMatchObject({ base: 3, content: { title: 'Kept' } });
  expect(otherWork).toEqual([]);
  removeUnsavedWork(ONE, unsavedWork!);
  expect(listUnsavedWorkOfClosedTabs(ONE, (tab) => tab === 'alive')).toEqual([]);
  expect(listUnsavedWorkOfClosedTabs(TWO, isNoTabOpen)).toHaveLength(1);
});

test('offers unsaved text only to the member who wrote it', () => {
  createUnsavedWorkStorage(ONE, 'dead').storeLocally(3, content);
  expect(listUnsavedWorkOfClosedTabs({ ...ONE, member: 'grace' }, isNoTabOpen)).toEqual([]);
  expect(listUnsavedWorkOfClosedTabs(ONE, isNoTabOpen)).toHaveLength(1);
});

test('returns false if the browser’s storage is full', () => {
  const setItemSpy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  expect(createUnsavedWorkStorage(ONE, 'tab').storeLocally(1, content)).toBe(false);
  setItemSpy.mockRestore();
  expect(createUnsavedWorkStorage(ONE, 'tab').storeLocally(1, content)).toBe(true);
});

test('offers no text that was saved', () => {
  const storage = createUnsavedWorkStorage(ONE, 'tab');
  storage.storeLocally(1, content);
  storage.removeLocal();
  expect(listUnsavedWorkOfClosedTabs(ONE, isNoTabOpen)).toEqual([]);
});

test('removes drafts of another release, and drafts older than a month', () => {
  localStorage.setItem('studio:unsaved:edith:one:tab', '{"base":1,"at":"2026-01-01T00:00:00Z"}');
  localStorage.setItem('studio:unsaved:edith:one:other', 'no JSON');
  vi.useFakeTimers({ now: Date.parse('2026-01-01') });
  createUnsavedWorkStorage(ONE, 'old').storeLocally(1, content);
  vi.setSystemTime(Date.parse('2026-03-01'));
  expect(listUnsavedWorkOfClosedTabs(ONE, isNoTabOpen)).toEqual([]);
  expect(localStorage.getItem('studio:unsaved:edith:one:old')).toBeNull();
  vi.useRealTimers();
});
