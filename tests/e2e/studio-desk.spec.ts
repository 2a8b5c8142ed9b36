import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import {
  fillRequiredFields,
  savedStatus,
  textFieldNamed,
  waitUntilSaved,
} from './support/manuscript.ts';
import { expectFitsWidth } from './support/narrow-screens.ts';
import { signInAtProvider } from './support/reader.ts';
import { ADMINISTRATOR_EMAIL, EDITOR_EMAIL, openNewArticle, openStudio } from './support/studio.ts';

test('an editor signs in at the provider, and creates an article', async ({ page }) => {
  await page.goto(`/auth/signin?${new URLSearchParams({ redirect: '/studio/articles' })}`);
  await signInAtProvider(page, EDITOR_EMAIL);
  await expect(page).toHaveURL('/studio/articles');
  await page.getByRole('button', { name: 'New article' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Author').selectOption('Ballast');
  await dialog.getByLabel('Title').fill('Begun by hand');
  await dialog.getByRole('button', { name: 'Start writing' }).click();
  await expect(textFieldNamed(page, 'Title')).toHaveValue('Begun by hand');
  await expect(textFieldNamed(page, 'Introduction')).toBeVisible();
});

test('text is saved automatically, and is still there after a reload', async ({ page }) => {
  await openNewArticle(page, 'Saved by itself');
  // Delays saving until the test has seen the status that indicates unsaved text.
  const { promise: statusSeen, resolve: allowSaving } = Promise.withResolvers<void>();
  await page.route('**/manuscript', async (route) => {
    await statusSeen;
    await route.continue();
  });
  await textFieldNamed(page, 'Tagline').fill('Nobody pressed anything.');
  await textFieldNamed(page, 'Introduction').click();
  await page.keyboard.type('A *lamp* and a **match**.');
  await expect(page.getByText(/^(Not saved yet|Saving…)$/)).toBeVisible();
  allowSaving();
  await waitUntilSaved(page);
  await page.reload();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('Nobody pressed anything.');
  await expect(textFieldNamed(page, 'Introduction').locator('em')).toHaveText('lamp');
  await expect(textFieldNamed(page, 'Introduction').locator('strong')).toHaveText('match');
});

test('pasted text keeps only the marks that articles allow', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await openNewArticle(page, 'Pasted');
  await textFieldNamed(page, 'Introduction').click();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<h2 style="color:red">Big</h2><p><span style="font-style: italic">slanted</span> <u>lined</u> H<sub>2</sub>O <a href="javascript:x()">bad</a> <a href="https://example.org/">good</a></p><ul><li>point</li></ul><img src="x">',
    );
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await waitUntilSaved(page);
  const id = page.url().split('/').pop();
  const { data } = await (await page.request.get(`/api/v1/studio/articles/${id}`)).json();
  expect(data.manuscript.content.introduction).toEqual([
    'Big',
    '<em>slanted</em> lined H<sub>2</sub>O bad <a href="https://example.org/">good</a>',
    'point',
  ]);
});

test('offline changes are kept in the browser with a notice, and saved when the connection returns', async ({
  page,
  context,
  browserErrors,
}) => {
  await openNewArticle(page, 'Offline');
  await context.setOffline(true);
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await textFieldNamed(page, 'Tagline').fill('Written in a tunnel.');
  await expect(page.getByRole('alert').getByText(/^Offline: not saved yet/)).toBeVisible();
  await context.setOffline(false);
  await waitUntilSaved(page);
  await page.reload();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('Written in a tunnel.');
});

test('unsaved text of a crashed tab is offered after reopening, with a comparison', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, browserErrors }) => {
  await openNewArticle(page, 'A tab dies');
  const url = page.url();
  browserErrors.allow(/ERR_FAILED|ERR_INTERNET|Failed to load/);
  await page.route('**/manuscript', (route) => route.abort());
  await textFieldNamed(page, 'Tagline').fill('Written, and not saved.');
  await expect(page.getByRole('alert').getByText(/kept in this browser/)).toBeVisible();
  const crash = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  // Ignores the rejection of the command that crashes the page, because a crashed page never responds.
  session.send('Page.crash').catch(() => undefined);
  await crash;

  const newTab = await context.newPage();
  await newTab.goto(url);
  await expect(textFieldNamed(newTab, 'Tagline')).toHaveValue('');
  await newTab.getByRole('button', { name: 'Compare' }).click();
  const dialog = newTab.getByRole('dialog', { name: /^Unsaved text/ });
  await expect(dialog.locator('ins')).toContainText('Written, and not saved.');
  await dialog.getByRole('button', { name: 'Restore it' }).click();
  await expect(textFieldNamed(newTab, 'Tagline')).toHaveValue('Written, and not saved.');
  await waitUntilSaved(newTab);
  await newTab.reload();
  await expect(textFieldNamed(newTab, 'Tagline')).toHaveValue('Written, and not saved.');
  await expect(newTab.getByRole('button', { name: 'Compare' })).toHaveCount(0);
});

test('an earlier version is compared and restored', { tag: LONG_TEST_TAG }, async ({ page }) => {
  await openNewArticle(page, 'History');
  await textFieldNamed(page, 'Tagline').fill('The first tagline.');
  await page.keyboard.press('ControlOrMeta+s');
  await waitUntilSaved(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: 'History' });
  await expect(dialog.locator('ins')).toContainText('The first tagline.');
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('');
  await waitUntilSaved(page);
});

test('an article is published through human review, changed afterwards, and archived', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await openNewArticle(page, `A lamp of its own ${Date.now()}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  let dialog = page.getByRole('dialog', { name: 'Publish this article' });
  await expect(dialog.getByText('Fix this first')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'The tagline is missing.' }).click();
  await expect(textFieldNamed(page, 'Tagline')).toBeFocused();
  await fillRequiredFields(page);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog.getByLabel('I have read this article to the end')).not.toBeChecked();
  await expect(dialog.getByText('Without this, readers see')).toBeVisible();
  await dialog.getByRole('button', { name: 'Move to human review' }).click();
  await expect(page.getByText('Human review', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  dialog = page.getByRole('dialog', { name: 'Publish this article' });
  const readConfirmation = dialog.getByLabel('I have read this article to the end');
  await expect(readConfirmation).not.toBeChecked();
  await readConfirmation.check();
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Published', { exact: true })).toBeVisible();
  const url = await page.getByRole('link', { name: 'View on Octavo' }).getAttribute('href');
  const publishedHtml = await (await page.request.get(url!)).text();
  expect(publishedHtml).toContain('It begins with a lamp.');
  expect(publishedHtml).toContain('read by a person on');

  await textFieldNamed(page, 'Introduction').fill('It begins with a candle.');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  dialog = page.getByRole('dialog', { name: 'Publish your changes' });
  await dialog.getByRole('button', { name: 'Publish changes' }).click();
  await expect(page.getByRole('link', { name: 'View on Octavo' })).toBeVisible();
  await expect
    .poll(async () => (await page.request.get(url!)).text())
    .toContain('It begins with a candle.');
  // The page must not say that a person has read the new version, because the editor has not confirmed this.
  expect(await (await page.request.get(url!)).text()).not.toContain('read by a person on');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Archive/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
  await expect.poll(async () => (await page.request.get(url!)).status()).toBe(410);
});

test('a schedule uses the editor’s time zone, is shown on a phone, and is canceled by an edit', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await openNewArticle(page, `Due by itself ${Date.now()}`);
  await fillRequiredFields(page);
  const dialog = page.getByRole('dialog', { name: 'Publish this article' });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('button', { name: 'Move to human review' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog.getByText(/^Your time \(GMT.*\)/)).toBeVisible();
  const scheduleField = dialog.getByLabel('Or schedule it');
  // While an editor types a date, the field may temporarily contain a year with five digits.
  await scheduleField.fill('12090-05-01T09:30');
  await expect(dialog.getByText(/^Your time \(GMT.*\)/)).toBeVisible();
  await scheduleField.fill('2090-05-01T09:30');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(
    page.getByText('Scheduled. It will be published on May 1, 2090, 9:30 AM.'),
  ).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByTitle('Scheduled to publish')).toHaveText('May 1, 2090, 9:30 AM');
  await expect(page.getByTitle('Scheduled to publish')).toBeInViewport({ ratio: 1 });
  await textFieldNamed(page, 'Tagline').fill('Changed after all.');
  await expect(page.getByText('its schedule was canceled')).toBeVisible();
  await waitUntilSaved(page);
  const hiddenWidth = await savedStatus(page).evaluate(
    (element) => element.scrollWidth - element.clientWidth,
  );
  expect(hiddenWidth).toBe(0);
});

test('an editor without the administrator role sees who may open Members', async ({ page }) => {
  await openStudio(page, '/studio/members');
  await expect(page.getByRole('heading', { level: 1, name: 'For administrators' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('a screen whose code fails to load shows an error, and loads on retry', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/assets|ERR_FAILED/);
  await page.route('**/assets/cadence-*', (route) => route.abort());
  await openStudio(page);
  await page.getByRole('link', { name: 'Cadence' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('This screen didn’t load');
  await page.unroute('**/assets/cadence-*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(heading).toHaveText('Cadence');
});

test('the URL of a missing article shows a link back to the list', { tag: LONG_TEST_TAG }, async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/404/);
  await openStudio(page, `/studio/articles/${crypto.randomUUID()}`);
  await expect(page.getByText('There is no such article.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to articles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Articles' })).toBeVisible();
});

test('drafts of ideas and personas survive closing the form and the tab, for their editor only', {
  tag: LONG_TEST_TAG,
}, async ({ page, context }) => {
  await openStudio(page, '/studio/ideas');
  await page.getByRole('button', { name: 'Write an idea' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Author').selectOption('Kiosk');
  await dialog.getByLabel('Working title').fill('A slip of the thumb');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Write an idea' }).click();
  await expect(dialog.getByLabel('Working title')).toHaveValue('A slip of the thumb');
  await expect(dialog.getByLabel('Author').locator('option:checked')).toHaveText('Kiosk');
  await page.goto('/studio/authors');
  await page.getByRole('link', { name: /^Kiosk/ }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await textFieldNamed(page, 'Tagline').fill('Not saved');
  const personaUrl = page.url();
  await page.close();

  const newTab = await context.newPage();
  const ideaForm = newTab.getByRole('dialog');
  await newTab.goto('/studio/ideas?do=write');
  await expect(ideaForm.getByText(/^Kept from/)).toBeVisible();
  await expect(ideaForm.getByLabel('Working title')).toHaveValue('A slip of the thumb');
  await newTab.goto(personaUrl);
  await expect(newTab.getByText(/^Kept from/)).toBeVisible();
  await expect(textFieldNamed(newTab, 'Tagline')).toHaveValue('Not saved');
  await newTab.getByRole('button', { name: 'Discard' }).click();
  await expect(textFieldNamed(newTab, 'Tagline')).not.toHaveValue('Not saved');

  // Another editor who uses the same browser must not see the draft.
  await newTab.getByRole('link', { name: 'Sign Out' }).click();
  await expect(newTab.getByText('You’re signed out.')).toBeVisible();
  await openStudio(newTab, '/studio/ideas', ADMINISTRATOR_EMAIL);
  await newTab.getByRole('button', { name: 'Write an idea' }).click();
  await expect(ideaForm.getByLabel('Working title')).toHaveValue('');
});

test('an article is written, saved and previewed with the keyboard alone', async ({ page }) => {
  await openNewArticle(page, 'Keys alone');
  await textFieldNamed(page, 'Title').press('Alt+ArrowDown');
  await expect(textFieldNamed(page, 'Tagline')).toBeFocused();
  await page.keyboard.type('By keys.');
  await page.keyboard.press('Enter');
  await expect(textFieldNamed(page, 'Line 1')).toBeFocused();
  for (const _ of [2, 3, 4, 5, 'introduction']) await page.keyboard.press('Alt+ArrowDown');
  await expect(textFieldNamed(page, 'Introduction')).toBeFocused();
  await page.keyboard.type('Slanted');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+i');
  await expect(textFieldNamed(page, 'Introduction').locator('em')).toHaveText('Slanted');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('/Ballast/another');
  await page.keyboard.press('Enter');
  await expect(textFieldNamed(page, 'Introduction').locator('a')).toHaveAttribute(
    'href',
    '/Ballast/another',
  );
  await page.keyboard.press('ControlOrMeta+s');
  await waitUntilSaved(page);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog', { name: 'Publish this article' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('the back button closes a dialog and keeps the screen', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await openStudio(page, '/studio/ideas');
  const { width, height } = page.viewportSize()!;
  const dialog = page.getByRole('dialog');
  const openActions = [
    () => page.getByRole('button', { name: 'Ask for ideas' }).click(),
    () => page.keyboard.press('Control+k'),
    async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Menu' }).click();
    },
  ];
  for (const open of openActions) {
    await open();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/studio/ideas');
    await page.setViewportSize({ width, height });
  }
});

test('the command palette runs commands of the current screen and global commands', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await openNewArticle(page, 'By a few letters');
  const runCommand = async (letters: string, name: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    const palette = page.getByRole('dialog', { name: 'Search or jump to…' });
    await palette.getByRole('combobox').fill(letters);
    await expect(palette.getByRole('option').first()).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };
  // The test focuses a button, because in a text field the shortcut would insert a link instead of opening the palette.
  await page.getByRole('button', { name: 'More actions' }).focus();
  await runCommand('hist', 'History');
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await runCommand('human', 'Move to human review');
  await expect(page.getByText('Human review', { exact: true })).toBeVisible();
  await runCommand('new art', 'New article');
  await expect(page).toHaveURL('/studio/articles');
  await expect(page.getByRole('dialog', { name: 'New article' })).toBeVisible();
  await page.keyboard.press('Escape');
  await runCommand('write an', 'Write an idea');
  await expect(page).toHaveURL('/studio/ideas');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('other editors of an open article are shown', { tag: LONG_TEST_TAG }, async ({
  page,
  browser,
}) => {
  await openNewArticle(page, 'Open twice');
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const otherPage = await context.newPage();
  await openStudio(otherPage, new URL(page.url()).pathname, ADMINISTRATOR_EMAIL);
  await expect(otherPage.getByText(/open too/)).toBeVisible();
  await context.close();
});

test('the list is filtered and sorted, its rows are links, and going back restores it', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const { title } = library.articles[0]!;
  // The query contains the title's words in reverse order, one of them in capitals.
  const [last, ...others] = title.split(' ').reverse();
  const query = [last!.toUpperCase(), ...others.slice(0, 2)].join(' ');
  await openStudio(page);
  await page.getByRole('searchbox').fill(query);
  const link = page.getByRole('main').getByRole('link', { name: title });
  await expect(link).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=/);
  await page.getByRole('button', { name: /^Published \d/ }).click();
  await page.getByRole('button', { name: 'Title' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await link.click();
  await expect(textFieldNamed(page, 'Title')).toHaveValue(title);
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue(query);
  await expect(page.getByRole('button', { name: /^Published \d/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('searchbox').fill('no such thing anywhere');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('a persona’s form reports invalid fields and unsaved changes, and readers see the saved persona', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, browserErrors }) => {
  await openStudio(page, '/studio/authors', EDITOR_EMAIL);
  await page.getByRole('link', { name: /^Zugunruhe/ }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  const tagline = textFieldNamed(page, 'Tagline');
  const before = await tagline.inputValue();
  await tagline.fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Fix one thing first.')).toBeVisible();
  await expect(tagline).toBeFocused();
  await expect(page.getByText('It is missing.')).toBeVisible();

  await tagline.fill('As the editor has it');
  await page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog).toBeHidden();
  // The browser must keep the unsaved text if the editor ignores the warning and leaves the page.
  page.once('dialog', (leaveDialog) => leaveDialog.accept());
  await page.reload();
  await expect(page.getByText(/^Kept from/)).toBeVisible();
  await expect(tagline).toHaveValue('As the editor has it');
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(
    page.getByText('Not saved, kept in this browser: you seem to be offline.'),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Saved. Readers see your changes.')).toBeVisible();
  await expect(page).toHaveURL(/\/studio\/authors\/[^/]+$/);
  await expect(page.getByText(/^Edited by/)).toBeVisible();
  const readAuthorPage = async () => (await page.request.get('/authors/Zugunruhe')).text();
  await expect.poll(readAuthorPage).toContain('As the editor has it');

  await page.getByRole('link', { name: 'Edit' }).click();
  await tagline.fill(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(readAuthorPage).toContain(before);
});

test('the second of two editors of a persona sees the first one’s changes, and continues', {
  tag: LONG_TEST_TAG,
}, async ({ page, browser, browserErrors }) => {
  await openStudio(page, '/studio/authors', EDITOR_EMAIL);
  await page.getByRole('link', { name: /^Umwelt/ }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(textFieldNamed(page, 'Tagline')).toBeVisible();
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const otherPage = await context.newPage();
  await openStudio(otherPage, new URL(page.url()).pathname, ADMINISTRATOR_EMAIL);
  await textFieldNamed(otherPage, 'Mission').fill('Theirs.');
  await otherPage.getByRole('button', { name: 'Save' }).click();
  await expect(otherPage.getByText('Saved. Readers see your changes.')).toBeVisible();

  await textFieldNamed(page, 'Tagline').fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  browserErrors.expect(/409/);
  const dialog = page.getByRole('dialog', { name: /has edited it in the meantime/ });
  await expect(dialog.locator('ins')).toContainText('Mine');
  await expect(dialog.getByText('Theirs.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Keep editing mine' }).click();
  await expect(textFieldNamed(page, 'Mission')).toHaveValue('Theirs.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. Readers see your changes.')).toBeVisible();
  await expect(page.getByText('Theirs.')).toBeVisible();
  await context.close();
});

for (const { device, use } of [
  { device: 'a wide screen', use: { viewport: { width: 1280, height: 800 } } },
  {
    device: 'a phone',
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
])
  test.describe(`on ${device}`, () => {
    test.use(use);
    // The quick set (`npm test`) runs this test only in a phone's window, where menus hide more of the studio's
    // controls.
    const phoneTestTags = 'isMobile' in use ? [] : LONG_TEST_TAG;

    test('the studio is closed to an editor who has signed out', { tag: LONG_TEST_TAG }, async ({
      page,
      isMobile,
    }) => {
      await openStudio(page);
      if (isMobile) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Sign Out' }).click();
      await expect(page.getByText('You’re signed out.')).toBeVisible();
      await page.goto('/studio');
      await expect(page).toHaveURL(/auth/);
    });

    test('a claim is recorded for the words it covers, and reported when they are removed', {
      tag: phoneTestTags,
    }, async ({ page }) => {
      await openNewArticle(page, 'Claims');
      const introduction = textFieldNamed(page, 'Introduction');
      await introduction.fill('The lamp weighed 1,760 tonnes.');
      await introduction.press('ControlOrMeta+a');
      await page.getByRole('button', { name: 'Claim for the selected text' }).click();
      const dialog = page.getByRole('dialog', { name: 'New claim' });
      await expect(dialog.getByLabel('Where the text says it')).toHaveValue(
        'The lamp weighed 1,760 tonnes.',
      );
      await dialog.getByRole('button', { name: 'Add claim' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('Enter the claim.');
      await dialog.getByLabel('Claim', { exact: true }).fill('The weight of the lamp.');
      await dialog.getByLabel('Author, title').fill('Hugill: Lamps. Oxford, 1993');
      await dialog.getByLabel('What the source says').fill('It gives the weight.');
      await dialog.getByLabel('Strongest counterargument').fill('It rests on one source.');
      await dialog.getByRole('button', { name: 'Add claim' }).click();
      await expect(page.getByText('The weight of the lamp.').first()).toBeVisible();
      await waitUntilSaved(page);

      if (page.viewportSize()!.width < 1024)
        await page.getByRole('button', { name: 'Write', exact: true }).click();
      await expect(introduction.locator('.covered')).toHaveText('The lamp weighed 1,760 tonnes.');
      await introduction.fill('The lamp was light.');
      await page.getByRole('button', { name: 'Claims', exact: true }).click();
      await expect(page.getByText('Cover words that are gone')).toBeVisible();
    });

    test('the preview shows the current text, and a press on it focuses its field', {
      tag: LONG_TEST_TAG,
    }, async ({ page }) => {
      const isPhone = page.viewportSize()!.width < 1024;
      await openNewArticle(page, 'Previewed');
      await textFieldNamed(page, 'Title of key point 2').fill('A point to be pressed');
      await waitUntilSaved(page);
      if (isPhone) await page.getByRole('button', { name: 'Preview', exact: true }).click();
      const preview = page.frameLocator('iframe');
      await preview.getByRole('heading', { name: 'A point to be pressed' }).click();
      await expect(textFieldNamed(page, 'Title of key point 2')).toBeFocused();
    });

    test('a persona’s form is accessible in both themes, and fits a phone', {
      tag: LONG_TEST_TAG,
    }, async ({ page }) => {
      await openStudio(page, '/studio/authors', EDITOR_EMAIL);
      await page.getByRole('link', { name: /^Quipu/ }).click();
      await page.getByRole('link', { name: 'Edit' }).click();
      await textFieldNamed(page, 'Promise').fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(textFieldNamed(page, 'Promise')).toBeFocused();
      await expectAccessible(page);
      await expectFitsWidth(page, page.viewportSize()!.width);
    });

    test('list and editor are accessible in both themes, and fit a phone', {
      tag: LONG_TEST_TAG,
    }, async ({ page, library }) => {
      const { title } = library.articles[1]!;
      const { width } = page.viewportSize()!;
      await openStudio(page);
      // The test filters the list by title, because the list renders only visible rows and other tests change their
      // order.
      await page.getByPlaceholder('Filter').fill(title);
      const row = page.getByRole('main').getByRole('link', { name: title });
      await expect(row).toBeVisible();
      await expectAccessible(page);
      await expectFitsWidth(page, width);
      await row.click();
      await expect(textFieldNamed(page, 'Introduction')).toBeVisible();
      for (const panel of [/^Claims/, /^Details/, /^Checks/]) {
        await page.getByRole('button', { name: panel }).click();
        await expectAccessible(page);
        await expectFitsWidth(page, width);
      }
    });
  });

test('keys move through the list of articles and open one', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  // The number of key presses. It is smaller than the number of rows in the list, so that each key press moves focus to
  // another row.
  const steps = Math.min(40, library.articles.length - 3);
  await openStudio(page);
  const rows = page.getByRole('rowheader').getByRole('link');
  await expect(rows.first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  const row = page.locator('[data-row]:focus');
  const paths = [await row.getAttribute('href')];
  const pressAndReadPath = async (key: string) => {
    const before = await row.getAttribute('href');
    await page.keyboard.press(key);
    await expect(row).not.toHaveAttribute('href', before!);
    return row.getAttribute('href');
  };
  // Focus must move beyond the initially rendered rows.
  for (let step = 0; step < steps; step += 1) paths.push(await pressAndReadPath('j'));
  await expect(row).toBeInViewport({ ratio: 1 });
  expect(new Set(paths).size).toBe(steps + 1);
  // Other tests may have added articles at the top of the list. Focus must move back through the same rows, to the row
  // below the added articles.
  const tableRow = page.getByRole('row').filter({ has: row });
  expect(Number(await tableRow.getAttribute('aria-rowindex'))).toBeGreaterThanOrEqual(steps + 2);
  for (let step = 1; step <= steps - 10; step += 1)
    expect(await pressAndReadPath('k')).toBe(paths.at(-1 - step));
  await expect(row).toBeInViewport({ ratio: 1 });
  const title = await row.textContent();
  // The article is identified by its URL, because several articles may have the same title.
  const url = await row.getAttribute('href');

  // In a text field, letters must be typed as text instead of triggering shortcuts.
  const searchBox = page.getByRole('searchbox');
  await searchBox.fill('');
  await searchBox.pressSequentially('jk');
  await expect(searchBox).toHaveValue('jk');
  await searchBox.fill('');
  await page.getByRole('main').locator(`a[href="${url}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(textFieldNamed(page, 'Title')).toHaveValue(title!);
});
