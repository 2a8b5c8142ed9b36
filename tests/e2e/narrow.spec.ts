import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from './support/browser.ts';
import { doubleTextSize } from './support/narrow-screens.ts';

for (const isDoubled of [false, true])
  test(`the search box’s placeholder fits${isDoubled ? ' when text is twice as large, and the sign-in link fits the header in one line' : ''}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    if (isDoubled) await doubleTextSize(page);
    for (const path of ['/authors', '/articles']) {
      await openHydrated(page, path);
      expect(await page.getByRole('searchbox').evaluate(measureFreeWidth)).toBeGreaterThanOrEqual(
        0,
      );
    }
    for (const width of isDoubled ? [320, 390] : []) {
      await page.setViewportSize({ width, height: 640 });
      await expectInOneLine(page, width);
    }
  });

async function expectInOneLine(page: Page, width: number): Promise<void> {
  const link = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
  const lines = await link.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  const [header, box] = [await page.getByRole('banner').boundingBox(), await link.boundingBox()];
  expect(box!.y).toBeGreaterThanOrEqual(header!.y);
  expect(box!.y + box!.height).toBeLessThanOrEqual(header!.y + header!.height);
  expect(box!.x + box!.width).toBeLessThanOrEqual(width);
}

test('a text-only button is aligned with the text’s edge, even on a line of its own', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHydrated(page, '/');
  const textBox = await page.getByRole('heading', { level: 1 }).locator('xpath=..').boundingBox();
  const linkX = await page.getByRole('link', { name: 'Browse articles' }).evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return range.getBoundingClientRect().x;
  });
  expect(Math.abs(linkX - textBox!.x)).toBeLessThan(1);
});

/**
 * Returns the free width after a field's placeholder text, in pixels. It is negative if the placeholder is cut off.
 * Runs in the page.
 */
function measureFreeWidth(field: HTMLElement | SVGElement): number {
  const { placeholder, clientWidth } = field as HTMLInputElement;
  const style = getComputedStyle(field);
  const canvasContext = document.createElement('canvas').getContext('2d')!;
  canvasContext.font = `${style.fontWeight} ${getComputedStyle(field, '::placeholder').fontSize} ${style.fontFamily}`;
  const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  return clientWidth - padding - canvasContext.measureText(placeholder).width;
}
