// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { signIn, signOut } from '#web/testing/reader.ts';
import { article } from '#web/testing/samples.ts';
import { dequeue, enqueue, enqueueFirst, queue, removeFromQueue } from './queue.ts';

const [ash, birch, cedar] = ['Ash', 'Birch', 'Cedar'].map((title) => article(title));
const waiting = () => queue.get().map(({ title }) => title);

beforeEach(() => {
  signIn();
  queue.set([]);
  return signOut;
});

it('gives what was put in, one after the other', () => {
  enqueue([ash!, birch!]);
  enqueue([cedar!]);
  expect([dequeue(), dequeue(), dequeue()].map((next) => next?.title)).toEqual([
    'Ash',
    'Birch',
    'Cedar',
  ]);
  expect(dequeue()).toBeUndefined();
});

it('has nothing twice, and takes things before others, or away', () => {
  enqueue([ash!, birch!]);
  enqueue([ash!]);
  expect(waiting()).toEqual(['Ash', 'Birch']);
  enqueueFirst([cedar!, birch!]);
  expect(waiting()).toEqual(['Cedar', 'Birch', 'Ash']);
  removeFromQueue(birch!.id);
  expect(waiting()).toEqual(['Cedar', 'Ash']);
});

it('is kept for its reader, with no more than the player shows, and goes with them', () => {
  enqueue([ash!]);
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
  enqueue(Array.from({ length: 1020 }, (_, at) => article(`Article ${at}`)));
  expect(waiting()).toHaveLength(1000);
});

it('is what another tab has made of it', () => {
  enqueue([ash!]);
  localStorage.setItem('cache:listen-next', JSON.stringify({ reader: 'ada', articles: [birch] }));
  dispatchEvent(new StorageEvent('storage', { key: 'cache:listen-next' }));
  expect(waiting()).toEqual(['Birch']);
});
