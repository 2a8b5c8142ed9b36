import { DAILY_FIVE_SIZE } from '#domain/daily-five.ts';
import { FEEDBACK_TYPE_DETAILS } from '#domain/feedback.ts';
import { authorPath } from '#domain/paths.ts';
import type { BrowserPage } from './support/page.ts';
import { signInAndOpen, signInAtProvider } from './support/sign-in.ts';
import { expect, journey } from './support/test.ts';

/** Returns true if the toggle button with the given name is pressed. */
const isPressed = async (page: BrowserPage, name: string | RegExp) =>
  (await (await page.find('button', name)).getAttribute('aria-pressed')) === 'true';

journey('signs in through the demo provider, and out', async ({ page }) => {
  await page.open('/');
  await page.press('link', 'Get Started Free');
  await page.press('button', /^Continue with/);
  await signInAtProvider(page, `grace.hopper+${Date.now()}@example.org`);
  await page.waitForText('Welcome, Grace Hopper');
  await page.waitForText('Nothing to Show Here');
  await page.press('link', 'Settings');
  await page.press('link', 'Sign Out');
  await page.waitForText('You’re signed out.');
  await page.find('link', 'Get Started Free');
});

journey(
  'is asked to sign in, and finds the article bookmarked afterward',
  async ({ page, library }) => {
    const { path, title } = library.articles[0]!;
    await page.open(path);
    await page.press('button', 'Bookmark');
    const dialog = await page.find('dialog', 'Sign in to bookmark');
    await page.press('button', /^Continue with/, dialog);
    await signInAtProvider(page);
    await page.find('heading', title);
    expect(await page.path()).toBe(path);
    await expect.poll(() => isPressed(page, 'Bookmark')).toBe(true);
    await page.press('link', 'Profile');
    await expect.poll(() => page.titles()).toEqual([title]);
  },
);

journey('follows an author, whose articles are the feed then', async ({ page, library }) => {
  const { alias } = library.authors[0]!;
  const button = new RegExp(`^Follow(ing)? ${alias}$`);
  await signInAndOpen(page, authorPath(alias));
  await page.press('button', button);
  await expect.poll(() => isPressed(page, button)).toBe(true);
  await page.open('/');
  const authorArticles = library.articles.filter(({ authorAlias }) => authorAlias === alias);
  const listFeed = async () => (await page.titles()).slice(DAILY_FIVE_SIZE);
  await expect.poll(listFeed).toEqual(authorArticles.slice(0, 20).map(({ title }) => title));
});

journey('gives feedback, changes it and takes it back', async ({ page, library }) => {
  const practical = new RegExp(`^${FEEDBACK_TYPE_DETAILS.PRACTICAL.label}`);
  const intriguing = new RegExp(`^${FEEDBACK_TYPE_DETAILS.INTRIGUING.label}`);
  await signInAndOpen(page, library.articles[0]!.path);
  await page.press('button', practical);
  await expect.poll(() => isPressed(page, practical)).toBe(true);
  await page.press('button', intriguing);
  await expect.poll(() => isPressed(page, intriguing)).toBe(true);
  expect(await isPressed(page, practical)).toBe(false);
  await page.driver.navigate().refresh();
  await page.scrollTo('button', intriguing);
  await expect.poll(() => isPressed(page, intriguing)).toBe(true);
  await page.press('button', intriguing);
  await expect.poll(() => isPressed(page, intriguing)).toBe(false);
});

journey('goes from the plans to Premium through the demo checkout', async ({ page }) => {
  await page.open('/plans');
  await page.press('radio', /^Annual/);
  await page.press('button', 'Upgrade to Premium');
  const dialog = await page.find('dialog', 'Sign in to upgrade');
  await page.press('button', /^Continue with/, dialog);
  await signInAtProvider(page);
  await page.waitForText('$29.99');
  await page.press('radio', /^A card that is declined/);
  await page.press('button', 'Subscribe');
  await page.waitForText('you weren’t charged');
  await page.press('radio', /^A card that works/);
  await page.press('button', 'Subscribe');
  await page.waitForText('Welcome to Premium. Everything is open to you now.');
  expect(await page.path()).toBe('/plans?cycle=annual');
  await page.find('button', 'Manage Subscription');
});
