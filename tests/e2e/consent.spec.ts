import type { Page } from '@playwright/test';
import {
  ALL_ACCEPTED_CHOICES,
  ALL_REJECTED_CHOICES,
  CONSENT_COOKIE_NAME,
} from '#domain/consent.ts';
import { consentCopy } from '#web/copy/consent.ts';
import { expectAccessible } from './support/accessible.ts';
import {
  expect,
  openHydrated,
  test,
  triggerHydration,
  waitForNetworkIdle,
} from './support/browser.ts';
import {
  cookieBanner,
  createConsentState,
  readStoredConsent,
  STATE_WITHOUT_CONSENT,
} from './support/consent.ts';
import {
  blockFonts,
  FONT_BLOCKED_ERROR,
  recordLayoutShifts,
  sumLayoutShifts,
} from './support/layout-shifts.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { doubleTextSize, expectFitsWidth } from './support/narrow-screens.ts';
import { expectStoredDataInPrivacyPolicy } from './support/reader.ts';
import { WIDE_SCREEN_TAG } from './support/wide-screen-tag.ts';

test.use({ storageState: STATE_WITHOUT_CONSENT, contextOptions: { reducedMotion: 'reduce' } });

const button = (page: Page, name: string) => cookieBanner(page).getByRole('button', { name });

for (const [name, choices] of [
  ['Accept All', ALL_ACCEPTED_CHOICES],
  ['Reject All', ALL_REJECTED_CHOICES],
] as const)
  test(`the choice “${name}” is stored for a year, and the banner does not return`, {
    tag: name === 'Accept All' ? LONG_TEST_TAG : [],
  }, async ({ page, library }) => {
    await openHydrated(page, '/articles');
    expect(await readStoredConsent(page)).toBeUndefined();
    await button(page, name).click();
    await expect(cookieBanner(page)).toBeHidden();
    expect(await readStoredConsent(page)).toEqual({
      necessary: true,
      ...choices,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      version: '1.0',
    });
    const cookies = await page.context().cookies();
    const cookie = cookies.find((each) => each.name === CONSENT_COOKIE_NAME)!;
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false });
    const days = (cookie.expires - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThanOrEqual(365);
    for (const path of ['/articles', library.articles[0]!.path, '/about']) {
      await openHydrated(page, path);
      await expect(cookieBanner(page)).toBeHidden();
    }
  });

test('Customize stores each purpose separately, only after Save', async ({ page }) => {
  await openHydrated(page, '/about');
  await button(page, 'Customize').click();
  const checkbox = (name: string) => cookieBanner(page).getByRole('checkbox', { name });
  await expect(checkbox('Necessary')).toBeChecked();
  await expect(checkbox('Necessary')).toBeDisabled();
  await expect(checkbox('Analytics')).not.toBeChecked();
  await expect(checkbox('Advertising')).not.toBeChecked();
  await checkbox('Advertising').check();
  expect(await readStoredConsent(page)).toBeUndefined();
  await button(page, 'Save').click();
  await expect(page.getByText(consentCopy.saved)).toBeVisible();
  await expect(cookieBanner(page)).toBeHidden();
  expect(await readStoredConsent(page)).toMatchObject({ analytics: false, advertising: true });
});

test('a press before hydration takes effect', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/about');
  await waitForNetworkIdle(page);
  await expect(cookieBanner(page)).toBeVisible();
  expect(scripts).toEqual([]);
  await button(page, 'Reject All').click();
  await expect(cookieBanner(page)).toBeHidden();
  expect(await readStoredConsent(page)).toMatchObject(ALL_REJECTED_CHOICES);
});

test('Reject All and Accept All have the same size, place and style', {
  tag: WIDE_SCREEN_TAG,
}, async ({ page }) => {
  await openHydrated(page, '/about');
  const styles = await Promise.all(
    ['Reject All', 'Accept All'].map(async (name) => {
      const { width, height, y } = (await button(page, name).boundingBox())!;
      const colors = await button(page, name).evaluate((element) => {
        const { color, backgroundColor, borderColor, fontSize, fontWeight } =
          getComputedStyle(element);
        return { color, backgroundColor, borderColor, fontSize, fontWeight };
      });
      return { width: Math.round(width), height, y, ...colors };
    }),
  );
  expect(styles[0]).toEqual(styles[1]);
});

test('the banner can be used with the keyboard before the page, and the focus moves to the page after the choice', async ({
  page,
}) => {
  await openHydrated(page, '/about');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cookieBanner(page).getByRole('link', { name: 'About cookies' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cookieBanner(page)).toBeVisible();
  for (const name of ['Reject All', 'Accept All', 'Customize']) {
    await page.keyboard.press('Tab');
    await expect(button(page, name)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(cookieBanner(page).getByRole('checkbox', { name: 'Analytics' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  expect(await readStoredConsent(page)).toBeUndefined();
  for (const name of ['Advertising', 'Reject All', 'Accept All', 'Save']) {
    await page.keyboard.press('Tab');
    await expect(
      cookieBanner(page).getByRole(name === 'Advertising' ? 'checkbox' : 'button', { name }),
    ).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(cookieBanner(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  expect(await readStoredConsent(page)).toMatchObject({ analytics: true, advertising: false });
});

test('a screen reader announces the banner', async ({ page }) => {
  await openHydrated(page, '/about');
  await expect(
    cookieBanner(page).getByText('Please choose your cookie preferences.'),
  ).toHaveAttribute('aria-live', 'polite');
});

test('a choice in another tab closes the banner in this tab', { tag: LONG_TEST_TAG }, async ({
  page,
  context,
}) => {
  await openHydrated(page, '/about');
  const otherPage = await context.newPage();
  await openHydrated(otherPage, '/faq');
  await button(otherPage, 'Reject All').click();
  // The code that stores the choice is loaded only after the button is pressed, so the test must wait for the stored
  // choice.
  await expect(cookieBanner(otherPage)).toBeHidden();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(cookieBanner(page)).toBeHidden();
});

test.describe('a choice for an earlier version of the policy', () => {
  test.use({ storageState: createConsentState(ALL_ACCEPTED_CHOICES, { version: '0.9' }) });

  test('has no effect, and the banner is shown again', async ({ page }) => {
    await openHydrated(page, '/settings');
    await expect(cookieBanner(page)).toBeVisible();
    await expect(page.getByRole('main').getByLabel('Advertising')).not.toBeChecked();
    await button(page, 'Accept All').click();
    await expect(cookieBanner(page)).toBeHidden();
    expect(await readStoredConsent(page)).toMatchObject({
      ...ALL_ACCEPTED_CHOICES,
      version: '1.0',
    });
    await expect(page.getByRole('main').getByLabel('Advertising')).toBeChecked();
  });
});

test.describe('Global Privacy Control', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
  });

  test('counts as a rejection without a banner, until the reader chooses otherwise in the settings', async ({
    page,
  }) => {
    await openHydrated(page, '/about');
    await expect(cookieBanner(page)).toBeHidden();
    await openHydrated(page, '/settings');
    const advertising = page.getByRole('main').getByLabel('Advertising');
    await expect(advertising).not.toBeChecked();
    await expect(page.getByText('Your browser sends a Global Privacy Control')).toBeVisible();
    expect(await readStoredConsent(page)).toBeUndefined();
    await advertising.check();
    await page.reload();
    await expect(advertising).toBeChecked();
    await expectStoredDataInPrivacyPolicy(page, [CONSENT_COOKIE_NAME, 'consent-over-signal']);
  });

  test.describe('after consent', () => {
    test.use({ storageState: createConsentState(ALL_ACCEPTED_CHOICES) });

    test('the reader can withdraw it', { tag: LONG_TEST_TAG }, async ({ page }) => {
      await openHydrated(page, '/settings');
      await expect(page.getByRole('main').getByLabel('Analytics')).not.toBeChecked();
    });
  });
});

test.describe('Cookie Preferences', () => {
  const record = { timestamp: '2026-02-03T12:00:00.000Z' };
  test.use({ storageState: createConsentState({ analytics: true, advertising: false }, record) });

  test('show the stored choice with its date, and change it', { tag: LONG_TEST_TAG }, async ({
    page,
  }) => {
    await openHydrated(page, '/about');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie preferences' }).click();
    await expect(page).toHaveURL('/settings#cookies');
    const preferences = page.getByRole('region', { name: 'Cookie Preferences' });
    await expect(preferences).toBeInViewport();
    await expect(preferences.getByLabel('Analytics')).toBeChecked();
    await expect(preferences.getByLabel('Advertising')).not.toBeChecked();
    await expect(preferences.getByText('Last updated February 3, 2026')).toBeVisible();
    await preferences.getByLabel('Analytics').uncheck();
    await expect(page.getByText(consentCopy.saved)).toBeVisible();
    await expect(preferences.getByText('Last updated February 3')).toBeHidden();
    expect(await readStoredConsent(page)).toMatchObject(ALL_REJECTED_CHOICES);
    await page.reload();
    await expect(preferences.getByLabel('Analytics')).not.toBeChecked();
    await expectAccessible(page);
  });
});

test('the banner is accessible in both themes, collapsed and expanded', async ({ page }) => {
  await openHydrated(page, '/about');
  await expectAccessible(page);
  await button(page, 'Customize').click();
  await expect(button(page, 'Save')).toBeVisible();
  await expectAccessible(page);
});

test('the banner shifts nothing when it appears, expands and closes', {
  tag: WIDE_SCREEN_TAG,
}, async ({ page, library, browserErrors }) => {
  browserErrors.allow(FONT_BLOCKED_ERROR);
  await blockFonts(page);
  for (const path of ['/about', library.articles[0]!.path]) {
    await recordLayoutShifts(page);
    await openHydrated(page, path);
    expect(await sumLayoutShifts(page)).toBeLessThan(0.001);
    const measurePositions = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main :is(h1, p), main img')].map(
          (element) => element.getBoundingClientRect().y,
        ),
      );
    const before = await measurePositions();
    await button(page, 'Customize').click();
    await expect(button(page, 'Save')).toBeVisible();
    expect(await measurePositions()).toEqual(before);
    const shiftsBefore = await sumLayoutShifts(page);
    await button(page, 'Save').click();
    await expect(cookieBanner(page)).toBeHidden();
    expect(await measurePositions()).toEqual(before);
    expect((await sumLayoutShifts(page)) - shiftsBefore).toBeLessThan(0.001);
    await page.context().clearCookies();
  }
});

for (const [width, height, isDoubled] of [
  [320, 640, false],
  [320, 640, true],
  [390, 844, false],
  [1280, 800, false],
] as const)
  test(`the end of the page can be scrolled above the banner at ${width}${isDoubled ? ' with text twice as large' : ''}`, {
    tag: [width > 1000 ? WIDE_SCREEN_TAG : [], width === 320 ? [] : LONG_TEST_TAG].flat(),
  }, async ({ page, isMobile }) => {
    test.skip(isMobile === width > 1000, 'belongs to the other project');
    await page.setViewportSize({ width, height });
    if (isDoubled) await doubleTextSize(page);
    await openHydrated(page, '/faq');
    for (const isOpen of [false, true]) {
      if (isOpen) await button(page, 'Customize').click();
      if (isOpen) await expect(button(page, 'Save')).toBeVisible();
      await expectFitsWidth(page, width);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const footer = await page.getByRole('contentinfo').boundingBox();
      const box = await cookieBanner(page).boundingBox();
      // When the page is scrolled to its end, the footer must be above the banner.
      expect(footer!.y + footer!.height).toBeLessThanOrEqual(box!.y);
      // Above the banner, the header (56 pixels) and at least 40 pixels of the page must be visible.
      expect(box!.y).toBeGreaterThanOrEqual(56 + 40);
    }
    await button(page, 'Save').scrollIntoViewIfNeeded();
    await button(page, 'Save').click();
    await expect(cookieBanner(page)).toBeHidden();
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('no banner is shown, since no cookie is set', async ({ page }) => {
    await page.goto('/about');
    await expect(cookieBanner(page)).toBeHidden();
    expect(await page.context().cookies()).toEqual([]);
  });
});

test('the banner is not printed', async ({ page }) => {
  await page.goto('/about');
  await triggerHydration(page);
  await expect(cookieBanner(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(cookieBanner(page)).toBeHidden();
});
