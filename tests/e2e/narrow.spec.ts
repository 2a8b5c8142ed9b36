import { open, test } from './support/browser.ts';
import { expectFitsNarrowPhone } from './support/narrow.ts';
import { addressOf, PAGES } from './support/pages.ts';

for (const known of PAGES)
  test(`${known.name} does not scroll sideways at 320 pixels`, async ({
    page,
    library,
    faults,
  }) => {
    if (known.status !== 200) faults.expect(new RegExp(`${known.status}`));
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, addressOf(known, library));
    await expectFitsNarrowPhone(page);
  });
