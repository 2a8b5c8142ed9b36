import { getCategory } from '#domain/categories.ts';
import { CONSENT_COOKIE_NAME, parseConsentCookie } from '#domain/consent.ts';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { consentCopy } from '#web/copy/consent.ts';
import { listArticlesByLargestCategory } from '../e2e/support/library.ts';
import { createCardNamePattern } from './support/page.ts';
import { expect, journey } from './support/test.ts';

journey('goes from the landing page to an article', async ({ page, library }) => {
  const [{ title, path }] = library.articles as [(typeof library.articles)[0]];
  await page.open('/');
  await page.press('link', 'Browse articles');
  await page.find('heading', 'Explore articles');
  await page.press('link', createCardNamePattern(title));
  await page.find('heading', title);
  expect(await page.path()).toBe(path);
  expect(await page.driver.getTitle()).toBe(`${title} – Octavo`);
  await page.waitForText(/takeaway/i);
  await page.driver.navigate().back();
  await page.find('heading', 'Explore articles');
});

journey('filters articles by category', async ({ page, library }) => {
  const [category, articles] = listArticlesByLargestCategory(library)[0]!;
  const getTitles = (list: readonly { title: string }[]) =>
    list.slice(0, 10).map(({ title }) => title);
  await page.open('/articles');
  const findCategories = () => page.find('navigation', 'Categories');
  await page.press('link', new RegExp(`^${getCategory(category).name}`), await findCategories());
  await expect.poll(() => page.titles()).toEqual(getTitles(articles));
  expect(await page.path()).toBe(`/articles?category=${category}`);
  await page.press('link', /^All/, await findCategories());
  await expect.poll(() => page.titles()).toEqual(getTitles(library.articles));
});

journey('loads more articles into the list', async ({ page, library }) => {
  await page.open('/articles');
  await page.press('link', 'Load More');
  const expected = library.articles.slice(0, 20).map(({ title }) => title);
  await expect.poll(() => page.titles()).toEqual(expected);
  expect(await page.path()).toBe('/articles');
});

journey('finds an article by its title', async ({ page, library }) => {
  const { title } = library.articles.at(-1)!;
  await page.open('/articles');
  await (await page.find('searchbox', /./)).sendKeys(title);
  await expect.poll(async () => (await page.titles())[0]).toBe(title);
  expect(await page.path()).toBe(`/articles?${new URLSearchParams({ q: title })}`);
  await page.press('link', createCardNamePattern(title));
  await page.find('heading', title);
});

journey(
  'copies the link to an article, which can be pasted elsewhere',
  async ({ page, library }) => {
    const { path } = library.articles[0]!;
    await page.open(path);
    const url = await page.driver.getCurrentUrl();
    await page.press('button', 'Share');
    const sheet = await page.find('dialog', 'Share');
    await page.press('button', 'Copy link', sheet);
    await page.find('button', 'Copied!', sheet);
    await page.open('/contact');
    const message = await page.find('textbox', 'Message');
    await message.click();
    await page.pressControl('v');
    await expect.poll(() => message.getProperty('value')).toBe(url);
  },
);

journey('sends a contact message after the proof of work', async ({ page }) => {
  await page.open('/contact');
  await page.fill('Name', 'Ada Lovelace');
  await page.fill('Email', 'ada@example.org');
  await page.choose('Subject', 'press');
  await page.fill('Message', 'Which of the authors is the oldest?');
  await page.press('button', 'Send message');
  await page.find('heading', CONTACT_FORM_FEEDBACK.sent);
  await page.waitForText('We’ll reply to ada@example.org');
});

journey('records which cookies are accepted, and asks once', async ({ page }) => {
  const findConsentCookie = async () => {
    const cookies = await page.driver.manage().getCookies();
    return cookies.find(({ name }) => name === CONSENT_COOKIE_NAME);
  };
  await page.driver.manage().deleteAllCookies();
  await page.open('/about');
  const banner = await page.find('region', 'Cookies');
  await page.press('button', 'Customize', banner);
  await page.press('checkbox', /^Advertising/, banner);
  expect(await findConsentCookie()).toBeUndefined();
  await page.press('button', 'Save', banner);
  await page.waitForText(consentCopy.saved);
  await page.waitUntilGone('region', 'Cookies');
  const { value, expiry } = (await findConsentCookie())!;
  expect(parseConsentCookie(value)).toMatchObject({
    necessary: true,
    analytics: false,
    advertising: true,
  });
  // Some browsers shorten the requested cookie lifetime of one year, so the test checks only that the cookie has not
  // expired.
  expect(Number(expiry)).toBeGreaterThan(Date.now() / 1000);
  await page.open('/articles');
  await page.find('heading', 'Explore articles');
  await page.waitUntilGone('region', 'Cookies');
});

journey(
  'keeps the theme and the narrator that are chosen, and plays a sample',
  async ({ page }) => {
    const isSelected = async (name: string) => (await page.find('radio', name)).isSelected();
    const readPaperColor = () =>
      page.driver.executeScript('return getComputedStyle(document.body).backgroundColor');
    await page.open('/settings');
    await page.press('radio', 'Light');
    await expect.poll(() => isSelected('Light')).toBe(true);
    const light = await readPaperColor();
    await page.press('radio', 'Dark');
    await expect.poll(readPaperColor).not.toBe(light);
    await page.press('radio', 'British Female');
    await expect.poll(() => isSelected('British Female')).toBe(true);
    await page.driver.navigate().refresh();
    await expect.poll(() => isSelected('Dark')).toBe(true);
    await expect.poll(() => isSelected('British Female')).toBe(true);
    expect(await readPaperColor()).not.toBe(light);
    await page.press('button', 'Hear a sample of British Female');
    await page.find('button', 'Stop the sample of British Female');
    // When the voice sample has ended, the button that plays it must appear again.
    await page.find('button', 'Hear a sample of British Female');
  },
);
