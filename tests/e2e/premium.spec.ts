import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { createEmailAddress } from './support/accounts.ts';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import {
  audioPlayer,
  ensureNarration,
  installAudioAndHighlightTracking,
  listenButton,
  readAudioState,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import {
  bookmarkButton,
  signInAtProvider,
  signInByApiAndOpen,
  signInFromDialog,
} from './support/reader.ts';

/** Pays with a card on the checkout page, which must be open. */
async function pay(page: Page, card = 'A card that works'): Promise<void> {
  await expect(page).toHaveURL(/\/billing\/demo\/checkout\//);
  await page.getByLabel(card).check();
  await page.getByRole('button', { name: 'Subscribe' }).click();
}

const premiumMarker = (page: Page) => page.locator('html[data-premium]');
/** Returns the visible ads of an article. */
const ads = (page: Page) => page.getByRole('article').locator('aside:visible');

/** Simulates a change in the page's visibility, because a headless browser treats all pages as visible. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('a visitor subscribes to Premium and returns to Free with the same bookmarks', async ({
  page,
  context,
  library,
  browserErrors,
}) => {
  test.slow();
  // The server responds with 402 to a declined card, with 403 to a request that requires Premium, and with 503 to a
  // request for audio that is not recorded yet.
  browserErrors.expect(/402|403|503/);
  const article = library.articles[0]!;

  // After signing in, the visitor must be on the checkout page. After paying, they must be on the article again.
  await openHydrated(page, `/plans?from=${encodeURIComponent(article.path)}`);
  await page.getByRole('radio', { name: /^Annual/ }).check();
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to upgrade' });
  await expect(dialog).toContainText('Create an account or sign in to upgrade to Premium');
  await signInFromDialog(page);
  await expect(page.getByText('$29.99')).toBeVisible();
  await pay(page, 'A card that is declined');
  await expect(page.getByRole('alert')).toContainText('you weren’t charged');
  await pay(page, 'A card whose next payment fails');
  const welcome = page.getByRole('dialog', { name: 'Welcome to Premium' });
  await expect(welcome).toBeVisible();
  await expect(page).toHaveURL(`/plans?from=${encodeURIComponent(article.path)}&cycle=annual`);
  await expect(premiumMarker(page)).toBeAttached();
  await welcome.getByRole('link', { name: 'Listen to the article' }).click();
  await expect(page).toHaveURL(article.path);
  await expect(audioPlayer(page)).toBeVisible();

  // In an article, a reader with Premium must see no ads.
  await expect(ads(page)).toHaveCount(0);
  const fullTimingsUrl = `/audio/${article.authorAlias}.${article.id}.af.json`;
  const requestNarrationStatus = () =>
    page.evaluate(async (url) => (await fetch(url)).status, fullTimingsUrl);
  await expect.poll(async () => [200, 202].includes(await requestNarrationStatus())).toBe(true);
  const putBookmark = (id: string, alias: string) =>
    page.evaluate(async (url) => {
      const emptyBodyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      const headers = { 'x-content-sha256': emptyBodyHash };
      return (await fetch(url, { method: 'PUT', headers })).status;
    }, `/api/v1/articles/${alias}/${id}/bookmark`);
  for (const { id, authorAlias } of library.articles.slice(0, 10))
    expect(await putBookmark(id, authorAlias)).toBe(204);
  // The cached list of bookmarks is removed, because the page is not notified of bookmarks that the test adds through
  // the API.
  await page.evaluate(() => localStorage.removeItem('cache:bookmarks'));
  await openHydrated(page, library.articles[10]!.path);
  await bookmarkButton(page).click();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
  await openHydrated(page, '/settings');
  const card = page.getByRole('region', { name: 'Subscription' });
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await expect(card.getByText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible();

  // After a failed payment, the settings page in the first tab must show the new status.
  const portalOpened = context.waitForEvent('page');
  await card.getByRole('button', { name: 'Manage Subscription' }).click();
  const portal = await portalOpened;
  await portal.waitForURL(/\/billing\/demo\/portal\//);
  expect(await portal.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await page.bringToFront();
  await portal.getByRole('button', { name: /^Skip to/ }).click();
  await expect(portal.getByText('The billing period has ended.')).toBeVisible();
  await expect(card.getByText('Past Due')).toBeVisible();
  await expect(premiumMarker(page)).not.toBeAttached();
  expect(await requestNarrationStatus()).toBe(403);

  // The reader pays with another card, and later cancels the subscription. Premium must then end with the paid period.
  await portal.getByLabel('A card that works').check();
  await portal.getByRole('button', { name: 'Use this card' }).click();
  await expect(premiumMarker(page)).toBeAttached();
  await portal.getByRole('button', { name: 'Cancel at the end of the billing period' }).click();
  await expect(card.getByText('Ends', { exact: true })).toBeVisible();
  await expect(premiumMarker(page)).toBeAttached();
  await portal.getByRole('button', { name: /^Skip to/ }).click();
  await expect(card.getByText('Canceled')).toBeVisible();
  await expect(premiumMarker(page)).not.toBeAttached();
  expect(await requestNarrationStatus()).toBe(403);
  const eleventh = library.articles[11]!;
  expect(await putBookmark(eleventh.id, eleventh.authorAlias)).toBe(403);
  await openHydrated(page, '/profile');
  await expect(page.getByText('11 bookmarks')).toBeVisible();
});

test('the narration stops at its preview when Premium ends, and continues when it returns', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  test.slow();
  const article = library.articles[0]!;
  await installAudioAndHighlightTracking(page);
  await signInByApiAndOpen(page, '/plans');
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await pay(page, 'A card whose next payment fails');
  await expect(premiumMarker(page)).toBeAttached();
  await openHydrated(page, '/settings');
  const portalOpened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  const portal = await portalOpened;
  await portal.waitForURL(/\/billing\/demo\/portal\//);
  await page.bringToFront();
  await ensureNarration(page, article, 'full');

  await openHydrated(page, article.path);
  await listenButton(page).click();
  await expect.poll(async () => (await readAudioState(page)).duration).toBeGreaterThan(60);
  for (let skipped = 0; skipped < 5; skipped++)
    await audioPlayer(page).getByRole('button', { name: 'Forward 10 seconds' }).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  await portal.getByRole('button', { name: /^Skip to/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Premium plays the rest' });
  await expect(dialog).toBeVisible();
  expect(await readAudioState(page)).toMatchObject({
    isPaused: true,
    source: expect.stringContaining('preview'),
  });
  await dialog.getByRole('button', { name: 'Keep reading' }).click();
  await expect(audioPlayer(page)).toContainText('Preview');
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'ended');

  await portal.getByLabel('A card that works').check();
  await portal.getByRole('button', { name: 'Use this card' }).click();
  await expect(audioPlayer(page)).not.toContainText('Preview');
  await audioPlayer(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await readAudioState(page)).seconds).toBeGreaterThan(25);
});

test('an open article is updated automatically after the reader’s plan changes', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  await signInByApiAndOpen(page, '/plans');
  const article = await context.newPage();
  await openHydrated(article, library.articles[0]!.path);
  await expect(ads(article)).toHaveCount(2);

  await page.bringToFront();
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await pay(page, 'A card whose next payment fails');
  await expect(page.getByText('Welcome to Premium. Everything is open to you now.')).toBeVisible();
  await expect(ads(article)).toHaveCount(0);

  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  await page.getByRole('button', { name: /^Skip to/ }).click();
  await expect(page.getByText('The billing period has ended.')).toBeVisible();
  await expect(ads(article)).toHaveCount(2);
});

test('the card shows changes from the portal when the reader returns', {
  tag: LONG_TEST_TAG,
}, async ({ page, context }) => {
  await signInByApiAndOpen(page, '/plans');
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await pay(page);
  await expect(premiumMarker(page)).toBeAttached();
  await openHydrated(page, '/settings');
  const card = page.getByRole('region', { name: 'Subscription' });
  await expect(card.getByText('Next Payment')).toBeVisible();

  const portalOpened = context.waitForEvent('page');
  await card.getByRole('button', { name: 'Manage Subscription' }).click();
  const portal = await portalOpened;
  await setVisibility(page, 'hidden');
  await portal.getByRole('button', { name: 'Cancel at the end of the billing period' }).click();
  // While the settings page is hidden, it must not show the change that the reader has made in the other tab.
  const readProfile = async () =>
    (await (await page.request.get('/api/v1/user/profile')).json()).data;
  await expect.poll(readProfile).toMatchObject({ subscriptionEnds: true });
  await expect(card.getByText('Next Payment')).toBeVisible();
  await setVisibility(page, 'visible');
  await expect(card.getByText('Ends', { exact: true })).toBeVisible();
});

test('a reader with an overdue payment can pay it while Premium is not for sale', async ({
  page,
}) => {
  const overdueProfile = {
    subscriptionTier: 'premium',
    subscriptionStatus: 'past_due',
    subscriptionExpiresAt: '2026-12-22T09:00:00.000Z',
    subscriptionEnds: false,
  };
  await page.route('**/api/v1/user/profile', (route) =>
    route.fulfill({ json: { data: overdueProfile } }),
  );
  await signInByApiAndOpen(page, '/plans');
  await page.evaluate(() => document.documentElement.removeAttribute('data-sells-premium'));
  await expect(page.getByText('Premium is not for sale at the moment.')).toBeVisible();
  await expect(page.getByText(/We couldn’t charge your card/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to Premium' })).toBeHidden();
});

test('canceling returns to the same place with the chosen plan', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await signInByApiAndOpen(page, '/plans');
  await page.getByRole('radio', { name: /^Annual/ }).check();
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await expect(page).toHaveURL(/\/billing\/demo\//);
  await page.getByRole('button', { name: 'Back to Octavo' }).click();
  await expect(page).toHaveURL('/plans?cycle=annual');
  await expect(
    page.getByText('Nothing was bought. You can upgrade whenever you like.'),
  ).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Annual/ })).toBeChecked();
  // The upgrade button is busy when the browser leaves the page. When the reader goes back to the page, the button must
  // be enabled again.
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await expect(page).toHaveURL(/\/billing\/demo\//);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Upgrade to Premium' })).toBeEnabled();
});

test('failures show a message, and the button can be pressed again', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/500|could not be/);
  await signInByApiAndOpen(page, '/plans');
  await page.route('**/api/v1/subscriptions/**', (route) =>
    route.fulfill({ status: 500, json: { error: 'Out of order' } }),
  );
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await expect(page.getByText('Failed to start checkout. Please try again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to Premium' })).toBeEnabled();
});

test('a session that ends during checkout can be renewed without losing the purchase', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, browserErrors }) => {
  browserErrors.expect(/401/);
  const email = await signInByApiAndOpen(page, '/plans?cycle=annual');
  // If the session has ended before the checkout, the reader signs in again. The checkout must then open automatically.
  await context.clearCookies({ name: 'session' });
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in to upgrade' })).toBeVisible();
  await signInFromDialog(page, email);
  await expect(page).toHaveURL(/\/billing\/demo\/checkout\//);
  await expect(page.getByText('$29.99')).toBeVisible();
  // If the session ends during the purchase, the sign-in page must say so, and the purchase must be shown after the
  // next sign-in.
  await context.clearCookies({ name: /^(session|id_token)$/ });
  await pay(page);
  await expect(page).toHaveURL(/\/auth\?redirect=/);
  await expect(page.getByText('You’ve been signed out.')).toBeVisible();
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await signInAtProvider(page, email);
  await expect(page.getByText('Welcome to Premium. Everything is open to you now.')).toBeVisible();
  await expect(page).toHaveURL('/plans?cycle=annual');
  await expect(premiumMarker(page)).toBeAttached();
});

test('the plans page opens the portal in the same tab, and the portal changes the plan', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await signInByApiAndOpen(page, '/plans');
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await pay(page);
  await triggerHydration(page);
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible();
  await page.getByRole('button', { name: 'Change to $29.99 per year' }).click();
  await expect(page.getByText('Changed. Your plan is now $29.99 per year.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Octavo' }).click();
  await expect(page).toHaveURL('/settings');
  const nextYear = String(new Date().getUTCFullYear() + 1);
  await expect(page.getByText(new RegExp(`^[A-Z][a-z]+ \\d{1,2}, ${nextYear}$`))).toBeVisible();
});

test('a reader who has Premium in another tab cannot buy it twice', { tag: LONG_TEST_TAG }, async ({
  page,
  context,
}) => {
  const email = createEmailAddress();
  await signInByApiAndOpen(page, '/plans', email);
  const otherPage = await context.newPage();
  await otherPage.goto('/plans');
  await triggerHydration(otherPage);
  await otherPage.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await pay(otherPage);
  await expect(premiumMarker(otherPage)).toBeAttached();
  await expect(premiumMarker(page)).toBeAttached();
  await expect(page.getByRole('button', { name: 'Upgrade to Premium' })).toBeHidden();
});

test('checkout, portal and the card are accessible', { tag: LONG_TEST_TAG }, async ({ page }) => {
  await page.goto('/auth/signin?redirect=/plans');
  await signInAtProvider(page, createEmailAddress());
  await expect(page).toHaveURL('/plans');
  await triggerHydration(page);
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await expect(page).toHaveURL(/\/billing\/demo\//);
  await expectAccessible(page);
  await pay(page);
  await triggerHydration(page);
  await openHydrated(page, '/settings');
  await expect(page.getByText('Next Payment')).toBeVisible();
  await expectAccessible(page);
  await openHydrated(page, '/plans');
  await page.getByRole('button', { name: 'Manage Subscription' }).click();
  await expect(page.getByRole('heading', { name: 'Your subscription' })).toBeVisible();
  await expectAccessible(page);
});
