// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type FormDraftKey, readFormDraft } from './draft-storage.ts';
import { useStoreFormDraft } from './use-store-form-draft.ts';

const HULL: FormDraftKey = { form: 'idea', member: 'edith', id: 'hull' };
const schema = z.object({ content: z.object({ title: z.string() }) });
const readTitle = (key = HULL) => readFormDraft(key, schema)?.content.title;

/** Renders a form, and optionally types a title into it. */
const renderForm = (initialTitle?: string) =>
  renderHook(({ title }) => useStoreFormDraft(HULL, title && { title }), {
    initialProps: { title: initialTitle },
    wrapper: StrictMode,
  });

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-25T10:00:00Z') }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
});

test('stores the input until it is cleared', () => {
  const { rerender, unmount } = renderForm();
  rerender({ title: 'A hull' });
  rerender({ title: 'A hull of oak' });
  expect(readTitle()).toBe('A hull of oak');
  rerender({ title: undefined });
  expect(readTitle()).toBeUndefined();
  rerender({ title: 'A keel' });
  unmount();
  expect(readTitle()).toBe('A keel');
});

test('keeps the time of a restored draft until the draft changes', () => {
  renderForm().rerender({ title: 'A hull' });
  vi.setSystemTime('2026-11-25T12:00:00Z');
  const { rerender } = renderForm('A hull');
  expect(readFormDraft(HULL, schema)?.at).toBe('2026-11-25T10:00:00.000Z');
  rerender({ title: 'A hull of oak' });
  expect(readFormDraft(HULL, schema)?.at).toBe('2026-11-25T12:00:00.000Z');
});

test('removes its own draft, but not a newer draft from another tab', () => {
  const firstTab = renderForm();
  const secondTab = renderForm();
  firstTab.rerender({ title: 'A hull' });
  secondTab.rerender({ title: 'A keel' });
  firstTab.result.current.removeStoredDraft();
  expect(readTitle()).toBe('A keel');
  secondTab.result.current.removeStoredDraft();
  expect(readTitle()).toBeUndefined();
});

test('hides drafts from other members and other items', () => {
  renderForm().rerender({ title: 'A hull' });
  expect(readTitle({ ...HULL, member: 'grace' })).toBeUndefined();
  expect(readTitle({ ...HULL, id: 'keel' })).toBeUndefined();
  expect(readTitle()).toBe('A hull');
});

test('removes drafts of another release, and drafts older than a month', () => {
  renderForm().rerender({ title: 'A hull' });
  expect(
    readFormDraft(HULL, z.object({ content: z.object({ name: z.string() }) })),
  ).toBeUndefined();
  expect(localStorage).toHaveLength(0);
  renderForm().rerender({ title: 'A hull' });
  vi.setSystemTime('2026-12-26T10:00:00Z');
  expect(readTitle()).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test('reports that the browser is full, and keeps the draft until the page is closed', () => {
  const setItemSpy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const { result, rerender } = renderForm();
  rerender({ title: 'A hull' });
  expect(result.current.isStored).toBe(false);
  expect(readTitle()).toBe('A hull');
  setItemSpy.mockRestore();
  rerender({ title: 'A keel' });
  expect(result.current.isStored).toBe(true);
  expect(localStorage).toHaveLength(1);
  expect(readTitle()).toBe('A keel');
});
