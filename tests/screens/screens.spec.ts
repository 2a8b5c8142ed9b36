import path from 'node:path';
import { recordHydration } from '../e2e/support/browser.ts';
import { STATE_WITHOUT_CONSENT } from '../e2e/support/consent.ts';
import { test as base } from '../e2e/support/test.ts';
import {
  getScreenshotFileName,
  SCREENSHOT_WINDOW_SIZES,
  SCREENSHOTS_FOLDER,
  THEMES,
} from './screenshots.ts';
import { SCREEN_STATES } from './states.ts';

const test = base.extend({
  async context({ context }, use) {
    await recordHydration(context);
    await use(context);
  },
});

for (const state of SCREEN_STATES)
  test.describe(state.reader, () => {
    if (state.reader === 'editor') test.use({ baseURL: process.env.STUDIO_ORIGIN! });
    if (state.isFirstVisit) test.use({ storageState: STATE_WITHOUT_CONSENT });

    test(state.name, async ({ page, library, premiumReader }) => {
      await state.show({ page, library, premiumReader });
      for (const [width, height] of SCREENSHOT_WINDOW_SIZES) {
        await page.setViewportSize({ width, height });
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
          await page.screenshot({
            path: path.join(SCREENSHOTS_FOLDER, getScreenshotFileName(state, width, theme)),
            type: 'jpeg',
            quality: 80,
            animations: 'disabled',
          });
        }
      }
    });
  });
