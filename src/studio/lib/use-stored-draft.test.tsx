// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type DraftKey, readDraft } from './draft-storage.ts';
import { useStoreDraft } from './use-store-draft.ts';

const HULL: DraftKey = { form: 'idea', member: 'edith', id: 'hull' };
const schema = z.object({ content: z.object({ title: z.string() }) });
const kept = (place = HULL) => readDraft(place, schema)?.content.title;

/** Renders a form, and optionally types a title into it. */
const open = (title?: string) =>
  renderHook(({ title: written }) => useStoreDraft(HULL, written && { title: written }), {
    initialProps: { title },
    wrapper: StrictMode,
  });

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-25T10:00:00Z') }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
});

test('stores the input until it is cleared', () => {
  const { rerender, unmount } = open();
  rerender({ title: 'A hull' });
  rerender({ title: 'A hull of oak' });
  expect(kept()).toBe('A hull of oak');
  rerender({ title: undefined });
  expect(kept()).toBeUndefined();
  rerender({ title: 'A keel' });
  unmount();
  expect(kept()).toBe('A keel');
});

test('keeps the time of a restored draft until the draft changes', () => {
  open().rerender({ title: 'A hull' });
  vi.setSystemTime('2026-11-25T12:00:00Z');
  const { rerender } = open('A hull');
  expect(readDraft(HULL, schema)?.at).toBe('2026-11-25T10:00:00.000Z');
  rerender({ title: 'A hull of oak' });
  expect(readDraft(HULL, schema)?.at).toBe('2026-11-25T12:00:00.000Z');
});

test('removes its own draft, but not a newer draft from another tab', () => {
  const one = open();
  const other = open();
  one.rerender({ title: 'A hull' });
  other.rerender({ title: 'A keel' });
  one.result.current.removeStoredDraft();
  expect(kept()).toBe('A keel');
  other.result.current.removeStoredDraft();
  expect(kept()).toBeUndefined();
});

test('hides drafts from other members and other items', () => {
  open().rerender({ title: 'A hull' });
  expect(kept({ ...HULL, member: 'grace' })).toBeUndefined();
  expect(kept({ ...HULL, id: 'keel' })).toBeUndefined();
  expect(kept()).toBe('A hull');
});

test('removes drafts of another release, and drafts older than a month', () => {
  open().rerender({ title: 'A hull' });
  expect(readDraft(HULL, z.object({ content: z.object({ name: z.string() }) }))).toBeUndefined();
  expect(localStorage).toHaveLength(0);
  open().rerender({ title: 'A hull' });
  vi.setSystemTime('2026-12-26T10:00:00Z');
  expect(kept()).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test('reports that the browser is full, and keeps the draft until the page is closed', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const { result, rerender } = open();
  rerender({ title: 'A hull' });
  expect(result.current.isStored).toBe(false);
  expect(kept()).toBe('A hull');
  full.mockRestore();
  rerender({ title: 'A keel' });
  expect(result.current.isStored).toBe(true);
  expect(localStorage).toHaveLength(1);
  expect(kept()).toBe('A keel');
});
