// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCacheStorage, FakeLockManager } from '#web/testing/fake-caches.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import { createArticleMeta } from '#web/testing/samples.ts';
import {
  type FinishedRecording,
  listSavedNarrations,
  openDownloadCache,
  removeAllSavedNarrations,
  removeSavedNarration,
  type SaveNarrationOptions,
  saveNarration,
} from './saved-narration-list.ts';

const DAY = 24 * 3_600_000;
const CACHE_NAME = 'reader-narrations:ada';
const [ash, birch] = [createArticleMeta('Ash'), createArticleMeta('Birch')];
/** Size of an audio file in bytes. */
const SIZE = 1000;

let storage: FakeCacheStorage;
const requests: string[] = [];
/** Called before each half of an audio file is sent. */
let onHalf: (half: number) => void;
let announcedSize: number;

const createRecording = ({ id }: { id: string }, recording = 'r1'): FinishedRecording => ({
  recording,
  narrator: 'af',
  source: `/audio/Plumbline.${id}.af.mp3?recording=${recording}`,
  seconds: 300,
  chapters: [],
  sentences: [],
});
const save = (article = ash, recording = 'r1', options: Partial<SaveNarrationOptions> = {}) =>
  saveNarration(article, createRecording(article, recording), {
    signal: new AbortController().signal,
    onProgress: () => {},
    ...options,
  });
const listTitles = async () =>
  (await listSavedNarrations()).narrations.map(({ article }) => article.title);
const listAudio = () => storage.listPaths(CACHE_NAME).filter((path) => path.includes('.mp3'));

beforeEach(() => {
  storage = new FakeCacheStorage();
  requests.length = 0;
  onHalf = () => {};
  announcedSize = SIZE;
  // Node's `Response` does not accept jsdom's blobs, so Node's `Blob` replaces them.
  vi.stubGlobal('Blob', NodeBlob);
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    requests.push(url);
    let half = 0;
    const body = new ReadableStream({
      pull(controller) {
        onHalf(half);
        if (signal?.aborted) return controller.error(signal.reason);
        controller.enqueue(new Uint8Array(SIZE / 2));
        if (++half === 2) controller.close();
      },
    });
    return new Response(body, { headers: { 'content-length': `${announcedSize}` } });
  });
  Object.assign(navigator, { locks: new FakeLockManager() });
  signIn('ada', { tier: 'premium' });
});
afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of ['locks', 'storage']) Reflect.deleteProperty(navigator, name);
});

describe('a download', () => {
  it('stores the audio with its timings, and reports its progress', async () => {
    const reportedProgress: number[] = [];
    await save(ash, 'r1', { onProgress: (progress) => reportedProgress.push(progress) });
    expect(reportedProgress).toEqual([0.5, 1]);
    expect(storage.listPaths(CACHE_NAME)).toEqual([
      '/audio/Plumbline.ash.af.json',
      '/audio/Plumbline.ash.af.mp3?recording=r1',
      '/narration-rights.json',
    ]);
    const { narrations, hasRights } = await listSavedNarrations();
    expect(hasRights).toBe(true);
    expect(narrations).toMatchObject([
      { article: { title: 'Ash', path: ash.path }, narrator: 'af', recording: 'r1', seconds: 300 },
    ]);
    expect(narrations[0]!.bytes).toBeGreaterThan(SIZE);
  });

  it.each([
    ['audio', /mp3/],
    ['timings', /\.af\.json/],
  ])('leaves nothing if there is no room for its %s', async (_, full) => {
    storage.full = full;
    await expect(save()).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await listTitles()).toEqual([]);
    expect(listAudio()).toEqual([]);
  });

  it('does not begin if the browser reports too little room', async () => {
    const estimate = async () => ({ quota: 5000, usage: 5000 - SIZE + 1 });
    Object.assign(navigator, { storage: { estimate } });
    const reportedProgress: number[] = [];
    const download = save(ash, 'r1', { onProgress: (progress) => reportedProgress.push(progress) });
    await expect(download).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(reportedProgress).toEqual([]);
  });

  it('leaves nothing if it is aborted', async () => {
    const controller = new AbortController();
    onHalf = (half) => half === 1 && controller.abort();
    await expect(save(ash, 'r1', { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(storage.listPaths(CACHE_NAME)).toEqual([]);
  });

  it('leaves nothing if the connection is closed too early', async () => {
    announcedSize = SIZE + 1;
    await expect(save()).rejects.toBeInstanceOf(TypeError);
    expect(storage.listPaths(CACHE_NAME)).toEqual([]);
  });

  it('leaves nothing if the reader signs out during the download', async () => {
    onHalf = (half) => half === 1 && signOut();
    await expect(save()).rejects.toMatchObject({ name: 'AbortError' });
    expect(storage.listPaths(CACHE_NAME)).toEqual([]);
  });

  it('is made once if two tabs request it at the same time', async () => {
    await Promise.all([save(), save()]);
    expect(requests).toHaveLength(1);
    expect(await listTitles()).toEqual(['Ash']);
  });

  it('waits for the download of another tab, and can be aborted while it waits', async () => {
    const controller = new AbortController();
    const first = save();
    const second = save(birch, 'r1', { signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    await first;
    expect(await listTitles()).toEqual(['Ash']);
  });
});

describe('a newer recording', () => {
  it('replaces the earlier one with its timings', async () => {
    await save();
    await save(ash, 'r2');
    expect(listAudio()).toEqual(['/audio/Plumbline.ash.af.mp3?recording=r2']);
    const { narrations } = await listSavedNarrations();
    expect(narrations.map(({ recording }) => recording)).toEqual(['r2']);
  });

  it.each([/recording=r2/, /\.af\.json/])(
    'leaves the earlier one if there is no room: %s',
    async (full) => {
      await save();
      storage.full = full;
      await expect(save(ash, 'r2')).rejects.toMatchObject({ name: 'QuotaExceededError' });
      expect(listAudio()).toEqual(['/audio/Plumbline.ash.af.mp3?recording=r1']);
      const { narrations } = await listSavedNarrations();
      expect(narrations.map(({ recording }) => recording)).toEqual(['r1']);
    },
  );
});

describe('the stored narrations', () => {
  it('are listed with the latest first, and removed one by one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await save();
    vi.setSystemTime(Date.now() + 1000);
    await save(birch);
    expect(await listTitles()).toEqual(['Birch', 'Ash']);
    const { narrations } = await listSavedNarrations();
    await removeSavedNarration(narrations[0]!);
    expect(await listTitles()).toEqual(['Ash']);
    expect(listAudio()).toHaveLength(1);
    await removeSavedNarration(narrations[1]!);
    expect(await storage.keys()).toEqual([]);
  });

  it('are removed together', async () => {
    await save();
    await save(birch);
    await removeAllSavedNarrations();
    expect(await storage.keys()).toEqual([]);
  });

  it('remain, but cannot be played, thirty days after the last check', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await save();
    const savedAt = Date.now();
    for (const [age, hasRights] of [
      [30 * DAY - 1000, true],
      [30 * DAY + 1000, false],
    ] as const) {
      vi.setSystemTime(savedAt + age);
      signIn('ada', { tier: 'premium' });
      expect(await listSavedNarrations()).toMatchObject({
        narrations: [{ article: { title: 'Ash' } }],
        hasRights,
      });
    }
  });

  it('are invisible to other readers and to visitors, and create no cache for them', async () => {
    await save();
    signIn('bea', { tier: 'premium' });
    expect(await listTitles()).toEqual([]);
    signOut();
    expect(await listTitles()).toEqual([]);
    expect(await storage.keys()).toEqual([CACHE_NAME]);
  });
});

describe('preparing downloads', () => {
  it('removes the data of former readers and the files of interrupted downloads', async () => {
    await save();
    const cache = await storage.open(CACHE_NAME);
    await cache.put('/audio/Plumbline.birch.af.mp3?recording=r1', new Response('half'));
    await storage.open('reader-narrations:bea');
    await openDownloadCache();
    expect(await storage.keys()).toEqual([CACHE_NAME]);
    expect(listAudio()).toEqual(['/audio/Plumbline.ash.af.mp3?recording=r1']);
  });

  it('asks the browser to keep the downloads', async () => {
    const persist = vi.fn(async () => false);
    Object.assign(navigator, { storage: { persist } });
    await openDownloadCache();
    expect(persist).toHaveBeenCalledOnce();
  });
});
