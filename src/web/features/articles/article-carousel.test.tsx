// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { ArticleCarousel } from './article-carousel.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  return resetPage();
});

it.each([
  [false, 'smooth'],
  [true, 'auto'],
])('respects reduced motion (%s) by the scroll behavior "%s"', async (isReduced, behavior) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isReduced }));
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
  const scrollBy = vi.fn();
  Element.prototype.scrollBy = scrollBy;
  renderOnPage(
    <ArticleCarousel
      title="You may also like"
      articles={[createArticleMeta('A title')]}
      detailOf={() => ''}
    />,
  );
  await pressButton('Scroll right');
  expect(scrollBy).toHaveBeenCalledWith({ left: 240, behavior });
});
