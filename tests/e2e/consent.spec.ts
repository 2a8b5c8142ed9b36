import type { Page } from '@playwright/test';
import { ACCEPT_ALL, CONSENT_COOKIE, REJECT_ALL } from '#domain/consent.ts';
import { consentCopy } from '#web/copy/consent.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, open, test, untilAlive, untilQuiet } from './support/browser.ts';
import { answered, banner, kept, UNANSWERED } from './support/consent.ts';
import { doubleText, expectFitsWidth } from './support/narrow.ts';
import { expectNamedInPrivacyPolicy } from './support/reader.ts';
import { FONT_REFUSED, refuseFonts, shiftOf, watchShifts } from './support/shifts.ts';
import { WIDE } from './support/wide.ts';

test.use({ storageState: UNANSWERED, contextOptions: { reducedMotion: 'reduce' } });

const button = (page: Page, name: string) => banner(page).getByRole('button', { name });

for (const [name, choices] of [
  ['Accept All', ACCEPT_ALL],
  ['Reject All', REJECT_ALL],
] as const)
  test(`${name} is kept for a year, and nobody is asked again`, async ({ page, library }) => {
    await open(page, '/articles');
    expect(await kept(page)).toBeUndefined();
    await button(page, name).click();
    await expect(banner(page)).toBeHidden();
    expect(await kept(page)).toEqual({
      necessary: true,
      ...choices,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      version: '1.0',
    });
    const cookies = await page.context().cookies();
    const cookie = cookies.find((each) => each.name === CONSENT_COOKIE)!;
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false });
    const days = (cookie.expires - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThanOrEqual(365);
    for (const address of ['/articles', library.articles[0]!.path, '/about']) {
      await open(page, address);
      await expect(banner(page)).toBeHidden();
    }
  });

test('Customize keeps each purpose by itself, with Save and not before', async ({ page }) => {
  await open(page, '/about');
  await button(page, 'Customize').click();
  const choice = (name: string) => banner(page).getByRole('checkbox', { name });
  await expect(choice('Necessary')).toBeChecked();
  await expect(choice('Necessary')).toBeDisabled();
  await expect(choice('Analytics')).not.toBeChecked();
  await expect(choice('Advertising')).not.toBeChecked();
  await choice('Advertising').check();
  expect(await kept(page)).toBeUndefined();
  await button(page, 'Save').click();
  await expect(page.getByText(consentCopy.saved)).toBeVisible();
  await expect(banner(page)).toBeHidden();
  expect(await kept(page)).toMatchObject({ analytics: false, advertising: true });
});

test('an immediate press takes effect', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/about');
  await untilQuiet(page);
  await expect(banner(page)).toBeVisible();
  expect(scripts).toEqual([]);
  await button(page, 'Reject All').click();
  await expect(banner(page)).toBeHidden();
  expect(await kept(page)).toMatchObject(REJECT_ALL);
});

test('refusing is as easy as agreeing: as large, as near, and neither is chosen beforehand', {
  tag: WIDE,
}, async ({ page }) => {
  await open(page, '/about');
  const looks = await Promise.all(
    ['Reject All', 'Accept All'].map(async (name) => {
      const { width, height, y } = (await button(page, name).boundingBox())!;
      const colours = await button(page, name).evaluate((element) => {
        const { color, backgroundColor, borderColor, fontSize, fontWeight } =
          getComputedStyle(element);
        return { color, backgroundColor, borderColor, fontSize, fontWeight };
      });
      return { width: Math.round(width), height, y, ...colours };
    }),
  );
  expect(looks[0]).toEqual(looks[1]);
});

test('the keyboard meets it first, answers it, and goes on with the page', async ({ page }) => {
  await open(page, '/about');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(banner(page).getByRole('link', { name: 'About cookies' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(banner(page)).toBeVisible();
  for (const name of ['Reject All', 'Accept All', 'Customize']) {
    await page.keyboard.press('Tab');
    await expect(button(page, name)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(banner(page).getByRole('checkbox', { name: 'Analytics' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  expect(await kept(page)).toBeUndefined();
  for (const name of ['Advertising', 'Reject All', 'Accept All', 'Save']) {
    await page.keyboard.press('Tab');
    await expect(
      banner(page).getByRole(name === 'Advertising' ? 'checkbox' : 'button', { name }),
    ).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  expect(await kept(page)).toMatchObject({ analytics: true, advertising: false });
});

test('a screen reader announces the question', async ({ page }) => {
  await open(page, '/about');
  await expect(banner(page).getByText('Please choose your cookie preferences.')).toHaveAttribute(
    'aria-live',
    'polite',
  );
});

test('an answer in another tab is one here', async ({ page, context }) => {
  await open(page, '/about');
  const other = await context.newPage();
  await open(other, '/faq');
  await button(other, 'Reject All').click();
  // The code that stores the choice loads with the press.
  await expect(banner(other)).toBeHidden();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(banner(page)).toBeHidden();
});

test.describe('an answer to an earlier version', () => {
  test.use({ storageState: answered(ACCEPT_ALL, { version: '0.9' }) });

  test('counts for nothing, and is asked for again', async ({ page }) => {
    await open(page, '/settings');
    await expect(banner(page)).toBeVisible();
    await expect(page.getByRole('main').getByLabel('Advertising')).not.toBeChecked();
    await button(page, 'Accept All').click();
    await expect(banner(page)).toBeHidden();
    expect(await kept(page)).toMatchObject({ ...ACCEPT_ALL, version: '1.0' });
    await expect(page.getByRole('main').getByLabel('Advertising')).toBeChecked();
  });
});

test.describe('Global Privacy Control', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
  });

  test('is a no without being asked, until the reader says otherwise in settings', async ({
    page,
  }) => {
    await open(page, '/about');
    await expect(banner(page)).toBeHidden();
    await open(page, '/settings');
    const advertising = page.getByRole('main').getByLabel('Advertising');
    await expect(advertising).not.toBeChecked();
    await expect(page.getByText('Your browser sends a Global Privacy Control')).toBeVisible();
    expect(await kept(page)).toBeUndefined();
    await advertising.check();
    await page.reload();
    await expect(advertising).toBeChecked();
    await expectNamedInPrivacyPolicy(page, [CONSENT_COOKIE, 'consent-over-signal']);
  });

  test.describe('after a yes', () => {
    test.use({ storageState: answered(ACCEPT_ALL) });

    test('takes it back', async ({ page }) => {
      await open(page, '/settings');
      await expect(page.getByRole('main').getByLabel('Analytics')).not.toBeChecked();
    });
  });
});

test.describe('Cookie Preferences', () => {
  const record = { timestamp: '2026-02-03T12:00:00.000Z' };
  test.use({ storageState: answered({ analytics: true, advertising: false }, record) });

  test('show what was chosen and when, and change it', async ({ page }) => {
    await open(page, '/about');
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
    expect(await kept(page)).toMatchObject(REJECT_ALL);
    await page.reload();
    await expect(preferences.getByLabel('Analytics')).not.toBeChecked();
    await expectAccessible(page);
  });
});

test('it is accessible in both themes, closed and open', async ({ page }) => {
  await open(page, '/about');
  await expectAccessible(page);
  await button(page, 'Customize').click();
  await expect(button(page, 'Save')).toBeVisible();
  await expectAccessible(page);
});

test('nothing moves for it, as it comes, as it opens, and as it goes', { tag: WIDE }, async ({
  page,
  library,
  faults,
}) => {
  faults.allow(FONT_REFUSED);
  await refuseFonts(page);
  for (const address of ['/about', library.articles[0]!.path]) {
    await watchShifts(page);
    await open(page, address);
    expect(await shiftOf(page)).toBeLessThan(0.001);
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main :is(h1, p), main img')].map(
          (element) => element.getBoundingClientRect().y,
        ),
      );
    const before = await places();
    await button(page, 'Customize').click();
    await expect(button(page, 'Save')).toBeVisible();
    expect(await places()).toEqual(before);
    const soFar = await shiftOf(page);
    await button(page, 'Save').click();
    await expect(banner(page)).toBeHidden();
    expect(await places()).toEqual(before);
    expect((await shiftOf(page)) - soFar).toBeLessThan(0.001);
    await page.context().clearCookies();
  }
});

for (const [width, height, isDoubled] of [
  [320, 640, false],
  [320, 640, true],
  [390, 844, false],
  [1280, 800, false],
] as const)
  test(`the page can be scrolled clear of it at ${width}${isDoubled ? ' with text twice as large' : ''}`, {
    tag: width > 1000 ? WIDE : [],
  }, async ({ page, isMobile }) => {
    test.skip(isMobile === width > 1000, 'for the other screen');
    await page.setViewportSize({ width, height });
    if (isDoubled) await doubleText(page);
    await open(page, '/faq');
    for (const isOpen of [false, true]) {
      if (isOpen) await button(page, 'Customize').click();
      if (isOpen) await expect(button(page, 'Save')).toBeVisible();
      await expectFitsWidth(page, width);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const foot = await page.getByRole('contentinfo').boundingBox();
      const box = await banner(page).boundingBox();
      // On a wide screen the banner is beside the foot of the page.
      expect(foot!.y + foot!.height).toBeLessThanOrEqual(box!.y);
      // And leaves the header, and some of the page, to be seen and moved.
      expect(box!.y).toBeGreaterThanOrEqual(56 + 40);
    }
    await button(page, 'Save').scrollIntoViewIfNeeded();
    await button(page, 'Save').click();
    await expect(banner(page)).toBeHidden();
  });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('nobody is asked, since nothing is set', async ({ page }) => {
    await page.goto('/about');
    await expect(banner(page)).toBeHidden();
    expect(await page.context().cookies()).toEqual([]);
  });
});

test('it is not printed', async ({ page }) => {
  await page.goto('/about');
  await untilAlive(page);
  await expect(banner(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(banner(page)).toBeHidden();
});
