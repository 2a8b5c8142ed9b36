// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { Shelf } from './shelf.tsx';

const ARTICLE: ArticleMeta = {
  id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01',
  authorAlias: 'Plumbline',
  path: '/Plumbline/a-title',
  title: 'A title',
  tagline: 'A tagline',
  category: 'nsm',
  subcategory: 'mea',
  readingMinutes: 4,
  createdAt: '2026-11-02T07:00:00.000Z',
  hasAudio: false,
  image: { src: '/images/covers/x/960.jpg', alt: '', attributionHtml: '', ground: 'ink' },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  [false, 'smooth'],
  [true, 'auto'],
])('moves on, where less motion is asked for (%s) in the manner "%s"', (isCalm, behavior) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isCalm }));
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
  const scrollBy = vi.fn();
  Element.prototype.scrollBy = scrollBy;
  render(
    <MemoryRouter>
      <Shelf title="You may also like" articles={[ARTICLE]} detailOf={() => ''} />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Scroll on' }));
  expect(scrollBy).toHaveBeenCalledWith({ left: 240, behavior });
});
