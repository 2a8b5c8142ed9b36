// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Article } from '#domain/article.ts';
import { FakeCacheStorage, FakeLockManager } from '#web/testing/fake-caches.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import {
  removeVisitorArticles,
  type SavedArticle,
  saveArticlesOfDownloadedNarrations,
  saveReaderArticlesForOffline,
  saveVisitorArticlesForOffline,
  searchSavedArticles,
} from './saved-articles.ts';

vi.mock('#web/lib/service-worker.ts', () => ({ activateServiceWorker: async () => true }));

let storage: FakeCacheStorage;
const requests: string[] = [];
/** Responses by path. The response for any other path is empty. */
const responses = new Map<string, () => Response>();
const api = { bookmarks: [] as string[], history: [] as string[] };

const listPages = (name: string) =>
  storage.listPaths(name).filter((path) => !path.endsWith('.json'));
const toMetas = (paths: string[]) => ({ data: { metas: paths.map((path) => ({ path })) } });
const createPage = (cover: string) => () =>
  new Response(
    `<style data-fonts="/assets/f.woff2"></style><script data-scripts="/assets/s.js"></script>
    <article data-article="1"><img src="/images/covers/${cover}/960.avif"><img src="/images/avatars/ada/128.avif">
    <div id="opening-end"><img src="/images/covers/other/320.avif"></div></article>`,
    { headers: { date: new Date().toUTCString() } },
  );

beforeEach(() => {
  storage = new FakeCacheStorage();
  requests.length = 0;
  responses.clear();
  responses.set('/Ada/one', createPage('one'));
  responses.set('/Ada/two', createPage('two'));
  api.bookmarks = [];
  api.history = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'https://octavo.test');
    if (pathname.endsWith('/bookmarks')) return Response.json(toMetas(api.bookmarks));
    if (pathname.endsWith('/history')) return Response.json(toMetas(api.history));
    requests.push(pathname);
    return responses.get(pathname)?.() ?? new Response('');
  });
  Object.assign(navigator, { locks: new FakeLockManager() });
});
afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(navigator, 'connection');
});

describe('saving articles', () => {
  it('stores each document with its assets, cover and portrait, once', async () => {
    await saveVisitorArticlesForOffline(['/Ada/one']);
    expect(listPages('visitor-articles')).toEqual([
      '/Ada/one',
      '/images/avatars/ada',
      '/images/covers/one',
    ]);
    expect(requests.toSorted()).toEqual([
      '/Ada/one',
      '/assets/f.woff2',
      '/assets/s.js',
      '/images/avatars/ada/128.jpg',
      '/images/covers/one/768.jpg',
    ]);
    await saveVisitorArticlesForOffline(['/Ada/one']);
    expect(requests).toHaveLength(5);
  });

  it('loads an article again after a week', async () => {
    vi.useFakeTimers();
    await saveVisitorArticlesForOffline(['/Ada/one']);
    vi.advanceTimersByTime(8 * 24 * 3_600_000);
    await saveVisitorArticlesForOffline(['/Ada/one']);
    expect(requests.filter((path) => path === '/Ada/one')).toHaveLength(2);
  });

  it('removes an article that no list contains, and the pictures that no other article has', async () => {
    await saveVisitorArticlesForOffline(['/Ada/one', '/Ada/two']);
    await saveVisitorArticlesForOffline(['/Ada/two']);
    expect(requests.filter((path) => path.includes('/avatars/'))).toHaveLength(1);
    expect(listPages('visitor-articles')).toEqual([
      '/Ada/two',
      '/images/avatars/ada',
      '/images/covers/two',
    ]);
  });

  it('stores the bookmarks and the history of a reader apart from the articles of others', async () => {
    await saveVisitorArticlesForOffline(['/Ada/one']);
    await storage.open('reader-articles:former');
    await storage.open('reader-narrations:former');
    signIn('ada');
    api.bookmarks = ['/Ada/one'];
    api.history = ['/Ada/two'];
    await saveReaderArticlesForOffline();
    expect(await storage.keys()).toEqual(['visitor-articles', 'reader-articles:ada']);
    expect(listPages('reader-articles:ada')).toEqual(
      expect.arrayContaining(['/Ada/one', '/Ada/two']),
    );
    api.bookmarks = [];
    await saveReaderArticlesForOffline(['/Ada/two']);
    expect(listPages('reader-articles:ada')).not.toContain('/Ada/one');
  });

  it('stops when the reader signs out before all articles are saved', async () => {
    signIn('ada');
    responses.set('/Ada/one', () => {
      signOut();
      return createPage('one')();
    });
    await saveReaderArticlesForOffline(['/Ada/one', '/Ada/two']);
    expect(requests).not.toContain('/Ada/two');
  });

  it('stores no redirected document, and removes an article that is gone', async () => {
    vi.useFakeTimers();
    await saveVisitorArticlesForOffline(['/Ada/one']);
    vi.advanceTimersByTime(8 * 24 * 3_600_000);
    responses.set('/Ada/one', () => new Response('', { status: 410 }));
    responses.set('/Ada/two', () =>
      Object.defineProperty(createPage('two')(), 'redirected', { value: true }),
    );
    await saveVisitorArticlesForOffline(['/Ada/one', '/Ada/two']);
    expect(listPages('visitor-articles').filter((path) => path.startsWith('/Ada'))).toEqual([]);
  });

  it('stores nothing while the reader saves data', async () => {
    Object.assign(navigator, { connection: { saveData: true } });
    await saveVisitorArticlesForOffline(['/Ada/one']);
    expect(await storage.keys()).toEqual([]);
  });

  it('removes the articles of a visitor who clears the readings even then', async () => {
    await saveVisitorArticlesForOffline(['/Ada/one']);
    expect(listPages('visitor-articles')).toContain('/Ada/one');
    Object.assign(navigator, { connection: { saveData: true } });
    await removeVisitorArticles();
    expect(listPages('visitor-articles')).not.toContain('/Ada/one');
  });

  it('stores the articles of downloaded narrations even then, and loads a new one again', async () => {
    Object.assign(navigator, { connection: { saveData: true } });
    signIn('ada');
    const saved = { source: '/audio/Ada.1.af.mp3?recording=r', article: { path: '/Ada/one' } };
    const downloads = await storage.open('reader-narrations:ada');
    await downloads.put('/audio/Ada.1.af.json', Response.json({ saved }));
    for (const added of [undefined, undefined, '/Ada/one'])
      await saveArticlesOfDownloadedNarrations(added);
    expect(listPages('reader-articles:ada')).toContain('/Ada/one');
    expect(requests.filter((path) => path === '/Ada/one')).toHaveLength(2);
    await storage.delete('reader-narrations:ada');
    await saveArticlesOfDownloadedNarrations();
    expect(listPages('reader-articles:ada')).toEqual([]);
  });
});

describe('searching saved articles', () => {
  const saved: SavedArticle[] = [
    createSaved('Why bridges hum', 'Ballast', 'Wind plays the cables.'),
    createSaved('The café ledger', 'Plumbline', 'Who paid, and when?'),
  ];

  function createSaved(title: string, authorAlias: string, text: string): SavedArticle {
    const article = { title, authorAlias, tagline: '' } as Article;
    return { article, list: 'read', text };
  }

  it.each([
    ['', ['Why bridges hum', 'The café ledger']],
    ['HUM', ['Why bridges hum']],
    ['cafe ledger', ['The café ledger']],
    ['plumbline', ['The café ledger']],
    ['cables wind', ['Why bridges hum']],
    ['wind ledger', []],
  ])('finds "%s" in titles, authors and texts', (query, titles) => {
    const results = searchSavedArticles(saved, query);
    expect(results.map(({ article }) => article.title)).toEqual(titles);
  });
});
