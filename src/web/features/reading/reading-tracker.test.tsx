// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Article } from '#domain/article.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import { ReadingTracker, type TrackReadingAndAddLineControls } from './reading-tracker.tsx';

const trackReadingAndAddLineControls = vi.fn<TrackReadingAndAddLineControls>(async () => {});
const load = async () => ({ trackReadingAndAddLineControls });
const createArticle = (id: string) => ({ id }) as Article;

afterEach(() => {
  cleanup();
  signOut();
  trackReadingAndAddLineControls.mockClear();
});

const scroll = () => act(async () => void fireEvent.scroll(document));
const listTrackedVisits = () =>
  trackReadingAndAddLineControls.mock.calls.map(([{ id }, reader]) => [id, reader]);

it('tracks a visitor once they scroll', async () => {
  render(<ReadingTracker article={createArticle('a')} load={load} />);
  expect(listTrackedVisits()).toEqual([]);
  await scroll();
  await vi.waitFor(() => expect(listTrackedVisits()).toEqual([['a', undefined]]));
});

it('tracks a visit once, even if the reader scrolls and selects text before the code is there', async () => {
  render(<ReadingTracker article={createArticle('a')} load={load} />);
  fireEvent.scroll(document);
  fireEvent(document, new Event('selectionchange'));
  await act(async () => {});
  await vi.waitFor(() => expect(listTrackedVisits()).toEqual([['a', undefined]]));
});

it('loads its code again at the next scroll if it failed to load', async () => {
  const loadOnSecondTry = vi.fn(load).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  render(<ReadingTracker article={createArticle('a')} load={loadOnSecondTry} />);
  await scroll();
  expect(listTrackedVisits()).toEqual([]);
  await scroll();
  await scroll();
  await vi.waitFor(() => expect(listTrackedVisits()).toEqual([['a', undefined]]));
  expect(loadOnSecondTry).toHaveBeenCalledTimes(2);
});

it('does not track the rest of a reader’s visit as a visitor’s after they signed out, but the next article', async () => {
  signIn('ada');
  const { rerender } = render(<ReadingTracker article={createArticle('a')} load={load} />);
  await scroll();
  await vi.waitFor(() => expect(listTrackedVisits()).toEqual([['a', 'ada']]));
  act(() => signOut());
  await scroll();
  rerender(<ReadingTracker article={createArticle('b')} load={load} />);
  await scroll();
  await vi.waitFor(() =>
    expect(listTrackedVisits()).toEqual([
      ['a', 'ada'],
      ['b', undefined],
    ]),
  );
});
