// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { FakeAudioAndNarrationServer } from '#web/testing/narrations.ts';
import { openPage } from '#web/testing/personal-pages.tsx';
import { signIn, signOut } from '#web/testing/reader.ts';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';

const narrations = new FakeAudioAndNarrationServer();
const { UpNext } = await import('./up-next.tsx');
const { enqueue, playbackQueueStore } = await import('./queue.ts');

const [ash, birch, cedar, unnarrated] = [
  createArticleMeta('Ash'),
  createArticleMeta('Birch'),
  createArticleMeta('Cedar'),
  createArticleMeta('Mute', { hasAudio: false }),
];

beforeEach(() => {
  narrations.listen();
  signIn('ada', { tier: 'premium' });
  return async () => {
    playbackQueueStore.set([]);
    await waitForResponses();
    await resetPage();
  };
});

let pages = 0;
/** Opens an article's page, Ash by default, while another article is playing. */
async function openArticlePage(current: string, changes: object = {}): Promise<void> {
  // Each page needs its own path, since the payload of a path is requested only once.
  const path = `/page-${pages++}`;
  const props = {
    article: ash,
    alsoLike: [birch, unnarrated],
    moreFromAuthor: [cedar],
    ...changes,
  };
  narrations.server.pages[path] = ['article', props as never];
  await openPage(path, () => (
    <>
      <h1>Ash</h1>
      <UpNext current={current} />
    </>
  ));
}
const listSuggestions = () =>
  screen.queryAllByRole('button', { name: /^Add/ }).map((b) => b.ariaLabel);
const listQueuedTitles = () =>
  within(screen.getByRole('region', { name: 'Up next' }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('b')!.textContent);

it('suggests articles of this screen that have a narration', async () => {
  await openArticlePage(ash.id);
  expect(listSuggestions()).toEqual(['Add Birch', 'Add Cedar']);
  fireEvent.click(screen.getByRole('button', { name: 'Add Cedar' }));
  expect(listQueuedTitles()).toEqual(['Cedar']);
  expect(listSuggestions()).toEqual(['Add Birch']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Cedar' }));
  expect(playbackQueueStore.get()).toEqual([]);
});

it('clears the queue, and moves the focus to its heading', async () => {
  enqueue([birch, cedar]);
  await openArticlePage(ash.id);
  fireEvent.click(screen.getByRole('button', { name: 'Clear the queue' }));
  expect(playbackQueueStore.get()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Up next' }));
  expect(screen.queryByRole('button', { name: 'Clear the queue' })).toBeNull();
  expect(listSuggestions()).toEqual(['Add Birch', 'Add Cedar']);
});

it('suggests the article on this screen first, while another one plays', async () => {
  await openArticlePage(birch.id);
  expect(listSuggestions()).toEqual(['Add Ash', 'Add Cedar']);
});

it('suggests no article without a narration', async () => {
  await openArticlePage(birch.id, { article: unnarrated, alsoLike: [], moreFromAuthor: [] });
  expect(screen.queryByText('Up next')).toBeNull();
});

it.each([
  ['is signed out', signOut],
  ['has no Premium', () => signIn('bea', { tier: 'free' })],
])('suggests nothing to a reader who %s: nothing plays after a preview', async (_, prepare) => {
  prepare();
  await openArticlePage(ash.id);
  expect(screen.queryByText('Up next')).toBeNull();
});

it('moves an article up the queue', async () => {
  enqueue([birch, cedar]);
  await openArticlePage(ash.id);
  expect(screen.queryByRole('button', { name: 'Move up Birch' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Move up Cedar' }));
  expect(listQueuedTitles()).toEqual(['Cedar', 'Birch']);
});

it('lists the first fifty queued articles, and counts the others', async () => {
  enqueue(Array.from({ length: 60 }, (_, at) => createArticleMeta(`Article ${at}`)));
  await openArticlePage(ash.id);
  expect(listQueuedTitles()).toHaveLength(50);
  screen.getByText('And 10 more.');
});
