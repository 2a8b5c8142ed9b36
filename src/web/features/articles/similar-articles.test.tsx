// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheValue } from '#web/reader/cache.ts';
import { finishedSet } from '#web/reader/finished-set.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { SimilarArticles } from './similar-articles.tsx';

const ARTICLES = ['One', 'Two', 'Three', 'Four'].map((title) => createArticleMeta(title));

const listTitles = () =>
  screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

/** Stores in the cache that a reader has finished the articles with the given titles. */
const cacheFinished = (reader: string, ...titles: string[]) => {
  const ids = titles.map((title) => createArticleMeta(title).id);
  cacheValue(finishedSet.name, reader, ids);
};

beforeEach(() => vi.restoreAllMocks());
afterEach(resetPage);

describe('similar articles', () => {
  it("keep the payload's order while signed out", () => {
    renderOnPage(<SimilarArticles articles={ARTICLES} />);
    expect(listTitles()).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('begin with articles that a signed-in reader has not read', () => {
    signIn('ada');
    cacheFinished('ada', 'Three', 'One');
    renderOnPage(<SimilarArticles articles={ARTICLES} />);
    expect(listTitles()).toEqual(['Two', 'Four', 'One', 'Three']);
  });

  it('ignore articles read by another reader of this browser', () => {
    signIn('bea');
    cacheFinished('ada', 'One');
    renderOnPage(<SimilarArticles articles={ARTICLES} />);
    expect(listTitles()).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('no longer depend on read articles after a sign-out', () => {
    signIn('ada');
    cacheFinished('ada', 'One');
    signOut();
    signIn('ada');
    renderOnPage(<SimilarArticles articles={ARTICLES} />);
    expect(listTitles()).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  it('are sorted after signing in, unless they are in view', () => {
    cacheFinished('ada', 'One');
    for (const [bottom, expected] of [
      [400, 'One'],
      [-1, 'Two'],
    ] as const) {
      vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
        top: bottom - 300,
        bottom,
      } as DOMRect);
      const { unmount } = renderOnPage(<SimilarArticles articles={ARTICLES} />);
      act(() => signIn('ada'));
      expect(listTitles()[0]).toBe(expected);
      unmount();
      // Switches to another reader without signing out, because signing out would remove the cached data.
      act(() => signIn('nobody'));
      vi.restoreAllMocks();
    }
  });
});
