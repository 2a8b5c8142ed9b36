import type { Page } from '@playwright/test';
import type { ArticleMeta } from '#domain/article.ts';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';
import { createPremiumAccount } from './support/accounts.ts';
import {
  expect,
  openHydrated,
  recordHydration,
  test,
  triggerHydration,
} from './support/browser.ts';
import {
  audioPlayer,
  chooseInPlayer,
  ensureNarration,
  ensureNarratorSample,
  fetchTimings,
  installAudioAndHighlightTracking,
  listenButton,
  openArticleAsPremiumReader,
  readAudioState,
  readHighlightHistory,
  readSentenceText,
  seekNearEnd,
  waitUntilFullRecordingPlays,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import {
  bookmarkButton,
  expectStoredDataInPrivacyPolicy,
  signInByApiAndOpen,
} from './support/reader.ts';

async function listen(page: Page): Promise<void> {
  await listenButton(page).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
}

test('plays a narration immediately, switches to the full recording, and obeys the controls', async ({
  page,
  library,
  browserErrors,
}, info) => {
  // No other test plays this article, so its narration is usually recorded during this test.
  const article = library.articles.at(info.project.name === 'phone' ? -1 : -2)!;
  const { title } = article;
  // On a slow machine, the server responds with 503 until the recording begins, and the player retries (decision 0027).
  // The browser logs these responses.
  browserErrors.allow(/503 \(Service Unavailable\) \(\S*\/audio\//);
  await openArticleAsPremiumReader(page, article, { isRecorded: false });
  await listen(page);
  await expect(audioPlayer(page)).toContainText(title);
  // Phones show this metadata of the media session on their lock screen.
  const readMediaSession = () =>
    page.evaluate(() => {
      const { metadata, playbackState } = navigator.mediaSession;
      return [metadata?.title, metadata?.artwork.length, playbackState];
    });
  await expect.poll(readMediaSession).toEqual([title, 3, 'playing']);
  await expect.poll(async () => (await readAudioState(page)).seconds).toBeGreaterThan(0.5);
  await waitUntilFullRecordingPlays(page);
  const { seconds } = await fetchTimings(page, article, 'af');
  expect(seconds).toBeGreaterThan(MAX_PREVIEW_SECONDS);
  await expect.poll(async () => (await readAudioState(page)).duration).toBeCloseTo(seconds, 0);

  await audioPlayer(page).getByRole('button', { name: 'Forward 10 seconds' }).click();
  const before = (await readAudioState(page)).seconds;
  expect(before).toBeGreaterThan(10);
  await audioPlayer(page).getByRole('button', { name: 'Pause' }).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'paused');
  const pausedAt = (await readAudioState(page)).seconds;
  await audioPlayer(page).getByRole('button', { name: 'Back 10 seconds' }).click();
  await expect.poll(async () => (await readAudioState(page)).seconds).toBeCloseTo(pausedAt - 10, 0);
  await audioPlayer(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');

  await seekNearEnd(page, 1);
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'ended');
  await expect(audioPlayer(page)).toContainText('Heard');
  await audioPlayer(page).getByRole('button', { name: 'Play again' }).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  const replayState = await readAudioState(page);
  expect(replayState.seconds).toBeLessThan(replayState.duration / 2);
  await audioPlayer(page).getByRole('button', { name: 'Pause' }).click();
  await audioPlayer(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(audioPlayer(page)).toBeHidden();
});

test('cycles through the playback speeds, and remembers the last one', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await listen(page);
  const openPlayer = () =>
    audioPlayer(page)
      .getByRole('button', { name: /Open the player/ })
      .click();
  const speed = page.getByRole('dialog').getByRole('button', { name: /^Speed/ });
  const readTimeLeft = async () => {
    const text = (await page.getByRole('dialog').textContent())!;
    const [minutes, seconds] = /−(\d+):(\d\d)/.exec(text)!.slice(1);
    return 60 * Number(minutes) + Number(seconds);
  };
  await openPlayer();
  const normalTimeLeft = await readTimeLeft();
  for (const nextSpeed of ['1.25×', '1.5×', '2×']) {
    await speed.click();
    await expect(speed).toContainText(nextSpeed);
  }
  expect(await readTimeLeft()).toBeLessThan(0.6 * normalTimeLeft);
  expect((await readAudioState(page)).rate).toBe(2);
  for (const nextSpeed of ['0.75×', '1×', '1.25×']) {
    await speed.click();
    await expect(speed).toContainText(nextSpeed);
  }
  await page.reload();
  await triggerHydration(page);
  await listen(page);
  await openPlayer();
  await expect(speed).toContainText('1.25×');
  await page.keyboard.press('Escape');
  expect((await readAudioState(page)).rate).toBe(1.25);
  // The test skips 20 seconds, because the player saves a position only if it is far enough from the start.
  for (let skipped = 0; skipped < 2; skipped++)
    await audioPlayer(page).getByRole('button', { name: 'Forward 10 seconds' }).click();
  await audioPlayer(page).getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => page.evaluate(() => 'cache:listening' in localStorage)).toBe(true);
  await expectStoredDataInPrivacyPolicy(page, ['audioPlaybackSpeed', 'cache:listening']);
});

test('highlights the current sentence, and plays from a pressed sentence', async ({
  page,
  library,
}) => {
  const article = library.articles[0]!;
  const { title, authorAlias } = article;
  await openArticleAsPremiumReader(page, article);
  await listen(page);
  await expect
    .poll(() => readHighlightHistory(page))
    .toEqual(expect.arrayContaining([title, authorAlias]));
  const { sentences } = await fetchTimings(page, article, 'af');
  const paragraph = page.locator('[data-anchor="keyPoints.1.paragraphs.0"]');
  await paragraph.scrollIntoViewIfNeeded();
  const [first, second] = sentences.filter(({ anchor }) => anchor === 'keyPoints.1.paragraphs.0');
  const before = await readHighlightHistory(page);
  expect(before).not.toContain(await readSentenceText(page, first!));
  await paragraph.click({ position: { x: 4, y: 12 } });
  // The player must play the sentence that was clicked, and then continue with the next sentence.
  for (const sentence of [first!, second!])
    await expect
      .poll(() => readHighlightHistory(page))
      .toContain(await readSentenceText(page, sentence));
  expect((await readAudioState(page)).seconds).toBeGreaterThan(second!.from - 0.3);
});

test('switches narrators at the same sentence, and pauses at the end of a chapter', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await openArticleAsPremiumReader(page, article);
  await ensureNarration(page, article, 'full', 'am');
  await listen(page);
  await waitUntilFullRecordingPlays(page);
  await audioPlayer(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  const player = page.getByRole('dialog');
  const parts = player.getByRole('region', { name: 'Parts' }).getByRole('button');
  await parts.nth(2).click();
  await expect(parts.nth(2)).toHaveAttribute('aria-current', 'true');
  // The narrator speaks the title of a part in only two seconds, so the next sentence may already be highlighted. The
  // test therefore checks the history of highlighted sentences.
  await expect
    .poll(() => readHighlightHistory(page))
    .toContain(await page.locator('[data-anchor="keyPoints.0.title"]').textContent());

  await chooseInPlayer(page, 'Narrator', 'American Male');
  await expect.poll(async () => (await readAudioState(page)).source).toContain('.am.');
  await expect(player.getByRole('button', { name: 'Narrator American Male' })).toBeVisible();
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(parts.nth(2)).toHaveAttribute('aria-current', 'true');
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.album)).toBe(
    await parts.nth(2).locator('span').first().textContent(),
  );

  await chooseInPlayer(page, 'Sleep timer', 'End of this part');
  await parts.nth(1).click();
  await chooseInPlayer(page, 'Sleep timer', 'End of this part');
  await expect(parts.nth(1)).toHaveAttribute('aria-current', 'true');
  await player.getByRole('slider', { name: 'Seek' }).focus();
  const nextPartTime = (await parts.nth(2).textContent())!.match(/(\d+):(\d+)$/)!;
  await page.evaluate(
    (seconds) => {
      (window as unknown as { audioElements: HTMLAudioElement[] }).audioElements.at(
        -1,
      )!.currentTime = seconds;
    },
    60 * Number(nextPartTime[1]) + Number(nextPartTime[2]) - 1.5,
  );
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(player.getByRole('button', { name: 'Sleep timer Off' })).toBeVisible();
});

test('continues during navigation, and resumes later at the saved position', {
  tag: LONG_TEST_TAG,
}, async ({ page, library, premiumReader }) => {
  const article = library.articles[1]!;
  const { path, title } = article;
  await openArticleAsPremiumReader(page, article, { email: premiumReader });
  await listen(page);
  await waitUntilFullRecordingPlays(page);
  await audioPlayer(page).getByRole('slider', { name: 'Seek' }).focus();
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press('PageUp');
  await expect.poll(async () => (await readAudioState(page)).seconds).toBeGreaterThan(55);
  await page.getByRole('link', { name: 'Explore' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/articles');
  await expect(audioPlayer(page)).toContainText(title);
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  await audioPlayer(page).getByRole('button', { name: 'Pause' }).click();
  const savedSeconds = (await readAudioState(page)).seconds;

  // Clears the browser's storage, so that the page must load the position from the account, as another browser would.
  await page.evaluate(() => localStorage.clear());
  await page.goto(path);
  await triggerHydration(page);
  await listen(page);
  expect((await readAudioState(page)).seconds).toBeGreaterThan(savedSeconds - 20);
});

test('plays in one tab at a time', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
  const article = library.articles[0]!;
  await openArticleAsPremiumReader(page, article);
  await listen(page);
  const otherPage = await page.context().newPage();
  await openHydrated(otherPage, article.path);
  await listen(otherPage);
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'paused');
  await expect(audioPlayer(otherPage)).toHaveAttribute('data-status', 'playing');
  await otherPage.close();
});

test('plays all bookmarks in order', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
  const [first, second] = library.articles.slice(0, 2) as [ArticleMeta, ArticleMeta];
  // The test uses a new account, which has no bookmarks.
  const email = await createPremiumAccount(process.env.OCTAVO_ORIGIN!);
  await openArticleAsPremiumReader(page, second, { email });
  await ensureNarration(page, first, 'full');
  for (const { path } of [second, first]) {
    await openHydrated(page, path);
    await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'false');
    await bookmarkButton(page).click();
    await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
  }
  await page.goto('/profile');
  await triggerHydration(page);
  await page.getByRole('button', { name: 'Listen to all' }).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  // The player must play the bookmarks in the order of the list, newest first.
  const readSource = async () => (await readAudioState(page)).source;
  await expect.poll(readSource).toBe(`/audio/${first.authorAlias}.${first.id}.af.mp3`);
  await seekNearEnd(page, 0.5);
  await expect.poll(readSource).toBe(`/audio/${second.authorAlias}.${second.id}.af.mp3`);
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
});

test('plays the preview to free readers, and offers Premium at its end', async ({
  page,
  library,
}) => {
  const article = library.articles[0]!;
  await installAudioAndHighlightTracking(page);
  await signInByApiAndOpen(page, article.path);
  await ensureNarration(page, article, 'preview');
  await listen(page);
  await expect(audioPlayer(page)).toContainText('Preview');
  expect((await readAudioState(page)).duration).toBeLessThanOrEqual(30.2);
  await seekNearEnd(page, 0.5);
  const dialog = page.getByRole('dialog', { name: 'Premium plays the rest' });
  await expect(dialog).toContainText('Audio narrations in four synthetic voices');
  await dialog.getByRole('link', { name: 'See the plans' }).click();
  // With the parameter `from`, the plans page can link back to the article.
  await expect(page).toHaveURL(`/plans?from=${encodeURIComponent(article.path)}`);
});

test('plays the preview to visitors, and asks them to sign in at its end', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await installAudioAndHighlightTracking(page);
  await openHydrated(page, article.path);
  await ensureNarration(page, article, 'preview');
  await listen(page);
  await expect(audioPlayer(page)).toContainText('Preview');
  await seekNearEnd(page, 0.5);
  await expect(page.getByRole('dialog', { name: 'Sign in to listen' })).toBeVisible();
});

test('can be controlled by keyboard alone', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await listenButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  const slider = audioPlayer(page).getByRole('slider', { name: 'Seek' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /^\d+ seconds of \d+ minute/);
  await expect.poll(async () => (await readAudioState(page)).seconds).toBeGreaterThan(9.5);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'paused');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const player = page.getByRole('dialog');
  // The dialog receives focus only after it has appeared, so the test waits for this.
  await expect(player.locator(':focus')).toHaveCount(1);
  await player.getByRole('button', { name: 'Sleep timer Off' }).focus();
  await page.keyboard.press('Enter');
  const timer = page.getByRole('dialog', { name: 'Sleep timer' });
  await expect(timer.locator(':focus')).toHaveCount(1);
  await timer.getByRole('button', { name: '5 minutes', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(player.getByRole('button', { name: 'Sleep timer 5 minutes' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(player).toBeHidden();
  await expect(audioPlayer(page).getByRole('button', { name: /Open the player/ })).toBeFocused();
});

test.describe('a failure', () => {
  const FAILURE_MESSAGE = 'The narration could not be played. Please try again.';

  test('shows a message and closes the player', async ({ page, library, browserErrors }) => {
    browserErrors.expect(/500|narration could not be played/);
    await openArticleAsPremiumReader(page, library.articles[0]!);
    await page.route('**/audio/*.json', (route) => route.fulfill({ status: 500 }));
    await listenButton(page).click();
    await expect(page.getByRole('alert')).toContainText(FAILURE_MESSAGE);
    await expect(audioPlayer(page)).toBeHidden();
    await expect(listenButton(page)).toBeVisible();
    // After the failure, pressing the button again must request the narration again.
    await page.unrouteAll();
    await listen(page);
  });

  for (const [status, message] of [
    [404, 'There is no narration of this article.'],
    [503, 'Many narrations are being made just now. Please try again in a minute.'],
  ] as const)
    test(`shows the message for ${status}`, { tag: LONG_TEST_TAG }, async ({
      page,
      library,
      browserErrors,
    }) => {
      browserErrors.expect(new RegExp(`${status}|could not be played`));
      await openArticleAsPremiumReader(page, library.articles[0]!);
      await page.clock.install();
      await page.route('**/audio/*.json', (route) => route.fulfill({ status }));
      await listenButton(page).click();
      // The player retries failed requests for some seconds before it shows a message.
      await expect(async () => {
        await page.clock.runFor(1000);
        await expect(page.getByRole('alert')).toContainText(message, { timeout: 100 });
      }).toPass();
      await expect(audioPlayer(page)).toBeHidden();
    });

  test('continues at the same second after the connection dropped', { tag: LONG_TEST_TAG }, async ({
    page,
    library,
    browserErrors,
  }) => {
    browserErrors.allow(/ERR_|Failed to load|Failed to fetch/);
    await openArticleAsPremiumReader(page, library.articles[0]!);
    let isConnectionDown = false;
    await page.route('**/audio/*.mp3*', (route) =>
      isConnectionDown ? route.abort('connectionreset') : route.continue(),
    );
    await listen(page);
    await audioPlayer(page).getByRole('button', { name: 'Forward 10 seconds' }).click();
    await expect.poll(async () => (await readAudioState(page)).seconds).toBeGreaterThan(10.5);
    await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
    isConnectionDown = true;
    const before = (await readAudioState(page)).seconds;
    // Sets a new source, so that the audio element sends a request, which fails because the connection is down.
    await page.evaluate(() => {
      const audio = (window as unknown as { audioElements: HTMLAudioElement[] }).audioElements.at(
        -1,
      )!;
      const { src } = audio;
      audio.src = `${src}&again`;
    });
    await expect(audioPlayer(page)).toHaveAttribute('data-status', 'loading');
    isConnectionDown = false;
    await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
    expect((await readAudioState(page)).seconds).toBeGreaterThan(before - 1);
  });
});

test.describe('the narrator', () => {
  test('is chosen in the settings with samples, and saved to the account', {
    tag: LONG_TEST_TAG,
  }, async ({ page, browser, browserErrors }) => {
    await installAudioAndHighlightTracking(page);
    const email = await signInByApiAndOpen(page, '/settings');
    for (const narrator of ['am', 'bf'] as const) await ensureNarratorSample(page, narrator);
    const narratorGroup = page.getByRole('group', { name: 'Audio Narrator' });
    await expect(narratorGroup.getByRole('radio', { name: 'American Female' })).toBeChecked();
    await narratorGroup.getByRole('button', { name: 'Hear a sample of American Male' }).click();
    await expect.poll(async () => (await readAudioState(page)).seconds).toBeGreaterThan(0.3);
    await narratorGroup.getByRole('button', { name: 'Hear a sample of British Female' }).click();
    await expect(
      narratorGroup.getByRole('button', { name: 'Hear a sample of American Male' }),
    ).toBeVisible();
    await expect.poll(async () => (await readAudioState(page)).source).toBe('/audio/bf.sample.mp3');
    const narratorResponse = page.waitForResponse('**/api/v1/user/narrator');
    await narratorGroup.getByText('British Male').click();
    expect((await narratorResponse).status()).toBe(204);

    const otherContext = await browser.newContext();
    await recordHydration(otherContext);
    const otherPage = await otherContext.newPage();
    await signInByApiAndOpen(otherPage, '/settings', email);
    await expect(
      otherPage.getByRole('group', { name: 'Audio Narrator' }).getByRole('radio', {
        name: 'British Male',
      }),
    ).toBeChecked();
    await otherContext.close();

    browserErrors.allow(/404|ERR_/);
    await page.route('**/audio/am.sample.mp3', (route) => route.fulfill({ status: 404 }));
    await narratorGroup.getByRole('button', { name: 'Hear a sample of American Male' }).click();
    await expect(page.getByRole('alert')).toContainText('Failed to load audio sample');
  });
});

test('stops at sign-out', async ({ page, library }) => {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await listen(page);
  // Removes the cookies, as a sign-out in another tab would.
  await page.context().clearCookies();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(audioPlayer(page)).toBeHidden();
  expect((await readAudioState(page)).isPaused).toBe(true);
});
