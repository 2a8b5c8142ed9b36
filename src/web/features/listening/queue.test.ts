// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { signIn, signOut } from '#web/testing/reader.ts';
import { article } from '#web/testing/samples.ts';
import { listenFirst, listenNext, queue, removeFromQueue, takeNext } from './queue.ts';

const [ash, birch, cedar] = ['Ash', 'Birch', 'Cedar'].map((title) => article(title));
const waiting = () => queue.get().map(({ title }) => title);

beforeEach(() => {
  signIn();
  queue.set([]);
  return signOut;
});

it('gives what was put in, one after the other', () => {
  listenNext([ash!, birch!]);
  listenNext([cedar!]);
  expect([takeNext(), takeNext(), takeNext()].map((next) => next?.title)).toEqual([
    'Ash',
    'Birch',
    'Cedar',
  ]);
  expect(takeNext()).toBeUndefined();
});

it('has nothing twice, and takes things before others, or away', () => {
  listenNext([ash!, birch!]);
  listenNext([ash!]);
  expect(waiting()).toEqual(['Ash', 'Birch']);
  listenFirst([cedar!, birch!]);
  expect(waiting()).toEqual(['Cedar', 'Birch', 'Ash']);
  removeFromQueue(birch!.id);
  expect(waiting()).toEqual(['Cedar', 'Ash']);
});

it('is kept for its reader, with no more than the player shows, and goes with them', () => {
  listenNext([ash!]);
  const kept = JSON.parse(localStorage.getItem('cache:listen-next')!);
  expect(Object.keys(kept.articles[0]).toSorted()).toEqual([
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

it('holds as many as can be bookmarked, and no more', () => {
  listenNext(Array.from({ length: 1020 }, (_, at) => article(`Article ${at}`)));
  expect(waiting()).toHaveLength(1000);
});

it('is what another tab has made of it', () => {
  listenNext([ash!]);
  localStorage.setItem('cache:listen-next', JSON.stringify({ reader: 'ada', articles: [birch] }));
  dispatchEvent(new StorageEvent('storage', { key: 'cache:listen-next' }));
  expect(waiting()).toEqual(['Birch']);
});
