// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { cleanUp, settle } from '#web/testing/bench.tsx';
import { Narrations } from '#web/testing/narrations.ts';
import { openPage } from '#web/testing/own-pages.tsx';
import { signIn, signOut } from '#web/testing/reader.ts';
import { article } from '#web/testing/samples.ts';

const narrations = new Narrations();
const { UpNext } = await import('./up-next.tsx');
const { enqueue, queue } = await import('./queue.ts');

const [ash, birch, cedar, mute] = [
  article('Ash'),
  article('Birch'),
  article('Cedar'),
  article('Mute', { hasAudio: false }),
];

beforeEach(() => {
  narrations.listen();
  signIn('ada', { tier: 'premium' });
  return async () => {
    queue.set([]);
    await settle();
    await cleanUp();
  };
});

let pages = 0;
/** Shows an article, which is Ash unless something else is said, while one is heard. */
async function open(heard: string, besides: object = {}): Promise<void> {
  // A public page is asked for once.
  const path = `/page-${pages++}`;
  const props = { article: ash, alsoLike: [birch, mute], moreFromAuthor: [cedar], ...besides };
  narrations.server.pages[path] = ['article', props as never];
  await openPage(path, () => (
    <>
      <h1>Ash</h1>
      <UpNext current={heard} />
    </>
  ));
}
const offers = () => screen.queryAllByRole('button', { name: /^Add/ }).map((b) => b.ariaLabel);
const waiting = () =>
  within(screen.getByRole('region', { name: 'Up next' }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('b')!.textContent);

it('offers what the article on show leads to, and can be heard', async () => {
  await open(ash.id);
  expect(offers()).toEqual(['Add Birch', 'Add Cedar']);
  fireEvent.click(screen.getByRole('button', { name: 'Add Cedar' }));
  expect(waiting()).toEqual(['Cedar']);
  expect(offers()).toEqual(['Add Birch']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Cedar' }));
  expect(queue.get()).toEqual([]);
});

it('has all that waits be taken away at once, and leaves the keyboard where it was', async () => {
  enqueue([birch, cedar]);
  await open(ash.id);
  fireEvent.click(screen.getByRole('button', { name: 'Clear the queue' }));
  expect(queue.get()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Up next' }));
  expect(screen.queryByRole('button', { name: 'Clear the queue' })).toBeNull();
  expect(offers()).toEqual(['Add Birch', 'Add Cedar']);
});

it('offers the article on show first, while another one is heard', async () => {
  await open(birch.id);
  expect(offers()).toEqual(['Add Ash', 'Add Cedar']);
});

it('offers nothing that nobody reads', async () => {
  await open(birch.id, { article: mute, alsoLike: [], moreFromAuthor: [] });
  expect(screen.queryByText('Up next')).toBeNull();
});

it.each([
  ['is signed out', signOut],
  ['reads for free', () => signIn('bea', { tier: 'free' })],
])('offers nothing to who %s, after whose beginnings nothing follows', async (_, become) => {
  become();
  await open(ash.id);
  expect(screen.queryByText('Up next')).toBeNull();
});

it('moves an article up the queue', async () => {
  enqueue([birch, cedar]);
  await open(ash.id);
  expect(screen.queryByRole('button', { name: 'Move up Birch' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Move up Cedar' }));
  expect(waiting()).toEqual(['Cedar', 'Birch']);
});

it('lists the first fifty of what waits, and counts the others', async () => {
  enqueue(Array.from({ length: 60 }, (_, at) => article(`Article ${at}`)));
  await open(ash.id);
  expect(waiting()).toHaveLength(50);
  screen.getByText('And 10 more.');
});
