import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/**
 * Fails if more than one action on the page is red, or if a label is red. Several red controls with the same name count
 * as one action.
 */
export async function expectOneRedControl(page: Page): Promise<void> {
  const { labels, controls } = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    const redColors = ['--red', '--red-deep'].map((name) => {
      probe.style.setProperty('color', `var(${name})`);
      return getComputedStyle(probe).color;
    });
    probe.remove();
    const takeaways = [...document.querySelectorAll('main :is(h3, p)')]
      .filter(({ textContent }) => textContent === 'Takeaway')
      .map((heading) => heading.parentElement!);
    const listVisible = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(`main :is(${selector})`)].filter(
        // Takeaways are skipped, because these colored blocks may contain red labels.
        (element) => element.checkVisibility() && !takeaways.some((box) => box.contains(element)),
      );
    const readName = (element: HTMLElement) => element.textContent.trim();
    return {
      labels: listVisible('h1, h2, h3, h4, dt, legend, label, summary, .label, .eyebrow, .meta')
        .filter((element) => redColors.includes(getComputedStyle(element).color))
        .map(readName),
      controls: listVisible('a, button').flatMap((element) => {
        const { color, backgroundColor, borderTopColor, borderTopWidth } =
          getComputedStyle(element);
        const border = borderTopWidth === '0px' ? '' : borderTopColor;
        const colors = [color, backgroundColor, border];
        return colors.some((color) => redColors.includes(color)) ? readName(element) : [];
      }),
    };
  });
  expect(labels).toEqual([]);
  expect(new Set(controls).size, controls.join(', ')).toBeLessThanOrEqual(1);
}
