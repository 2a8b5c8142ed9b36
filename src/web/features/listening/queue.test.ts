// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { signIn, signOut } from '#web/testing/reader.ts';
import { createArticleMeta } from '#web/testing/samples.ts';
import { dequeue, enqueue, enqueueFirst, playbackQueueStore, removeFromQueue } from './queue.ts';

const [ash, birch, cedar] = ['Ash', 'Birch', 'Cedar'].map((title) => createArticleMeta(title));
const listQueuedTitles = () => playbackQueueStore.get().map(({ title }) => title);

beforeEach(() => {
  signIn();
  playbackQueueStore.set([]);
  return signOut;
});

it('returns articles in the order in which they were added', () => {
  enqueue([ash!, birch!]);
  enqueue([cedar!]);
  expect([dequeue(), dequeue(), dequeue()].map((next) => next?.title)).toEqual([
    'Ash',
    'Birch',
    'Cedar',
  ]);
  expect(dequeue()).toBeUndefined();
});

it('contains no article twice, and adds at the front and removes', () => {
  enqueue([ash!, birch!]);
  enqueue([ash!]);
  expect(listQueuedTitles()).toEqual(['Ash', 'Birch']);
  enqueueFirst([cedar!, birch!]);
  expect(listQueuedTitles()).toEqual(['Cedar', 'Birch', 'Ash']);
  removeFromQueue(birch!.id);
  expect(listQueuedTitles()).toEqual(['Cedar', 'Ash']);
});

it('is stored for its reader with the fields that the player shows, until sign-out', () => {
  enqueue([ash!]);
  const stored = JSON.parse(localStorage.getItem('cache:listen-next')!);
  expect(Object.keys(stored.articles[0]).toSorted()).toEqual([
    'authorAlias',
    'id',
    'image',
    'path',
    'readingMinutes',
    'title',
  ]);
  signOut();
  expect(localStorage.getItem('cache:listen-next')).toBeNull();
});

it('holds as many articles as a reader can bookmark', () => {
  enqueue(Array.from({ length: 1020 }, (_, at) => createArticleMeta(`Article ${at}`)));
  expect(listQueuedTitles()).toHaveLength(1000);
});

it('follows changes of another tab', () => {
  enqueue([ash!]);
  localStorage.setItem('cache:listen-next', JSON.stringify({ reader: 'ada', articles: [birch] }));
  dispatchEvent(new StorageEvent('storage', { key: 'cache:listen-next' }));
  expect(listQueuedTitles()).toEqual(['Birch']);
});
