// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer';
import { screen, within } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadsCopy } from '#web/copy/downloads.ts';
import { FakeCacheStorage, FakeLockManager } from '#web/testing/fake-caches.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import { pressButton, renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { startFakeServer } from '#web/testing/server.ts';
import type { Narration } from './narration.ts';
import type { PlaybackSession } from './player-state.ts';

vi.mock('#web/lib/service-worker.ts', () => ({ activateServiceWorker: async () => true }));
/** Simulates the browser's broadcast channel between tabs. */
const tabs = vi.hoisted(() => ({ receive: () => {}, messages: 0 }));
vi.stubGlobal(
  'BroadcastChannel',
  class {
    postMessage = () => tabs.messages++;
    addEventListener = (_: string, onMessage: () => void) => {
      tabs.receive = onMessage;
    };
  },
);
const { DownloadControl } = await import('./download-control.tsx');
const { DownloadsDialog } = await import('./downloads-dialog.tsx');

const CACHE = 'reader-narrations:ada';
const [ash, birch, cedar] = ['Ash', 'Birch', 'Cedar'].map((title) => createArticleMeta(title));
/** Size of an audio file in bytes. */
const SIZE = 2_000_000;

let storage: FakeCacheStorage;
/** HTTP status of the response with an article's timings, by the article's ID. The default is 200. */
let statuses: Record<string, number>;
/** ID of the current recording, which is the same for all articles. */
let recording: string;
let isOffline: boolean;
/** The fake server sends the second half of an audio file only after this promise has resolved. */
let secondHalf: Promise<unknown>;
/** Lets the fake server send the second half of an audio file. */
let sendSecondHalf: () => void;
const requestedAudio: string[] = [];

function holdSecondHalf(): void {
  secondHalf = new Promise<void>((resolve) => {
    sendSecondHalf = resolve;
  });
}

function respond(url: string, signal?: AbortSignal | null): Response {
  const [, id, narrator] = url.split('.') as [string, string, string];
  if (url.includes('.json')) {
    const status = statuses[id] ?? 200;
    const timings = { recording, narrator, seconds: 290, chapters: [], sentences: [] };
    return Response.json(timings, { status });
  }
  requestedAudio.push(id);
  let half = 0;
  const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
  const body = new ReadableStream({
    async pull(controller) {
      if (half) await Promise.race([secondHalf, aborted]);
      if (signal?.aborted) return controller.error(signal.reason);
      controller.enqueue(new Uint8Array(SIZE / 2));
      if (++half === 2) controller.close();
    },
  });
  return new Response(body, { headers: { 'content-length': `${SIZE}` } });
}

beforeEach(() => {
  storage = new FakeCacheStorage();
  statuses = {};
  recording = 'r1';
  isOffline = false;
  secondHalf = Promise.resolve();
  requestedAudio.length = 0;
  tabs.messages = 0;
  const server = startFakeServer();
  // Node's `Response` does not accept jsdom's blobs, so Node's `Blob` replaces them.
  vi.stubGlobal('Blob', NodeBlob);
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (isOffline) throw new TypeError('Failed to fetch');
    if (url.startsWith('/audio/')) return respond(url, init?.signal);
    return url.startsWith('/api/') ? server.fetch(url, init) : new Response('');
  });
  Object.assign(navigator, { locks: new FakeLockManager(), serviceWorker: {} });
  signIn('ada', { tier: 'premium' });
});
afterEach(async () => {
  vi.useRealTimers();
  await resetPage();
  for (const name of ['locks', 'serviceWorker']) Reflect.deleteProperty(navigator, name);
});

function createSession(article = ash!, part: Partial<Narration> = {}): PlaybackSession {
  const narration = { extent: 'full', recording, narrator: 'af', ...part };
  return { article, narrator: 'af', narration } as unknown as PlaybackSession;
}

async function showControl(session = createSession()) {
  const view = renderOnPage(<DownloadControl session={session} />);
  await waitForResponses();
  return view;
}

async function showDialog(bookmarks: () => Promise<readonly (typeof ash)[]> = async () => []) {
  const view = renderOnPage(
    <DownloadsDialog
      isOpen
      onClose={() => {}}
      opener={createRef()}
      loadBookmarks={bookmarks as () => Promise<never[]>}
    />,
  );
  await waitForResponses();
  return view;
}

const readStatus = () => document.querySelector('[data-state] [role=status]')!.textContent;
const listRows = () =>
  screen.queryAllByRole('listitem').map((item) => within(item).getByRole('link').textContent);
const countStoredActions = () =>
  storage.listPaths(CACHE).filter((path) => path.startsWith('/audio/')).length;

describe('the download in the player', () => {
  it.each([
    ['a visitor', undefined, {}],
    ['a reader without Premium', 'free', {}],
    ['a preview', 'premium', { extent: 'preview' } as const],
  ])('is not offered to or for %s', async (_, tier, part) => {
    if (tier) signIn('ada', { tier });
    else signOut();
    await showControl(createSession(ash, part));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows its progress, then its size, and can be removed', async () => {
    holdSecondHalf();
    await showControl();
    await pressButton('Download this narration');
    expect(readStatus()).toBe(downloadsCopy.running);
    screen.getByText(`50%. ${downloadsCopy.keepOpen}`);
    expect((screen.getByRole('progressbar') as HTMLProgressElement).value).toBe(0.5);
    sendSecondHalf();
    await waitForResponses();
    expect(readStatus()).toBe(downloadsCopy.saved);
    screen.getByText('2.0 MB');
    expect(countStoredActions()).toBe(2);
    await pressButton('Remove the download');
    expect(readStatus()).toBe(downloadsCopy.download);
    expect(await storage.has(CACHE)).toBe(false);
  });

  it('can be canceled, and leaves nothing', async () => {
    holdSecondHalf();
    await showControl();
    await pressButton('Download this narration');
    await pressButton('Cancel the download');
    expect(readStatus()).toBe(downloadsCopy.download);
    sendSecondHalf();
    await waitForResponses();
    expect(countStoredActions()).toBe(0);
    await pressButton('Download this narration');
    expect(readStatus()).toBe(downloadsCopy.saved);
  });

  it.each([
    ['noRoom', () => Object.assign(storage, { full: /mp3/ })],
    [
      'unreachable',
      () => {
        isOffline = true;
      },
    ],
    ['missing', () => Object.assign(statuses, { ash: 404 })],
    ['notPremium', () => Object.assign(statuses, { ash: 403 })],
  ] as const)('states in words that it has failed, and is repeated: %s', async (failure, cause) => {
    await showControl();
    cause();
    await pressButton('Download this narration');
    expect(readStatus()).toBe(downloadsCopy.failures[failure]);
    expect(countStoredActions()).toBe(0);
    storage.full = /^never$/;
    isOffline = false;
    statuses = {};
    await pressButton('Try Again');
    expect(readStatus()).toBe(downloadsCopy.saved);
  });

  it('waits until the narration is recorded and while the server is busy', async () => {
    vi.useFakeTimers();
    statuses.ash = 202;
    await showControl(createSession(ash, { extent: 'partial' }));
    await pressButton('Download this narration');
    expect(readStatus()).toBe(downloadsCopy.preparing);
    statuses.ash = 429;
    await vi.advanceTimersByTimeAsync(2000);
    statuses.ash = 200;
    await vi.advanceTimersByTimeAsync(2000);
    await waitForResponses();
    expect(readStatus()).toBe(downloadsCopy.saved);
  });

  it('is replaced once there is a newer recording', async () => {
    const view = await showControl();
    await pressButton('Download this narration');
    view.unmount();
    recording = 'r2';
    await showControl();
    expect(readStatus()).toBe(downloadsCopy.outdated);
    await pressButton('Update the download');
    expect(readStatus()).toBe(downloadsCopy.saved);
    expect(storage.listPaths(CACHE)).toContain('/audio/Plumbline.ash.af.mp3?recording=r2');
    expect(countStoredActions()).toBe(2);
  });

  it('ends with the session, and stores nothing for the next reader', async () => {
    holdSecondHalf();
    await showControl();
    await pressButton('Download this narration');
    signOut();
    signIn('bea', { tier: 'premium' });
    await waitForResponses();
    expect(readStatus()).toBe(downloadsCopy.download);
    expect(countStoredActions()).toBe(0);
    expect(storage.listPaths('reader-narrations:bea')).toEqual([]);
    // The previous reader's download must not block this reader's download.
    secondHalf = Promise.resolve();
    await pressButton('Download this narration');
    expect(readStatus()).toBe(downloadsCopy.saved);
  });

  it('shows a download that another tab has made, and announces its own', async () => {
    await showControl();
    await pressButton('Download this narration');
    expect(tabs.messages).toBe(1);
    await storage.delete(CACHE);
    tabs.receive();
    await waitForResponses();
    expect(readStatus()).toBe(downloadsCopy.download);
  });
});

describe('the list of downloads', () => {
  it('shows narrator, length and size of each, and their total size', async () => {
    await showDialog(async () => [ash, birch]);
    screen.getByText(downloadsCopy.none);
    await pressButton('Download all bookmarks');
    expect(readStatus()).toBe('2 narrations added.');
    screen.getByText('2 narrations · 4.0 MB');
    expect(listRows().sort()).toEqual([
      'AshAmerican Female · 5 min · 2.0\u00a0MB',
      'BirchAmerican Female · 5 min · 2.0\u00a0MB',
    ]);
    await pressButton('Remove “Ash”');
    expect(listRows()).toEqual(['BirchAmerican Female · 5 min · 2.0\u00a0MB']);
    screen.getByText('1 narration · 2.0 MB');
  });

  it('removes all of them after a question', async () => {
    await showDialog(async () => [ash, birch]);
    await pressButton('Download all bookmarks');
    await pressButton('Remove all');
    await pressButton('Keep them');
    expect(listRows()).toHaveLength(2);
    await pressButton('Remove all');
    await pressButton('Remove them');
    expect(listRows()).toEqual([]);
    expect(await storage.has(CACHE)).toBe(false);
  });

  it('downloads all bookmarks one after the other, even while it is closed', async () => {
    holdSecondHalf();
    const view = await showDialog(async () => [ash, birch, cedar]);
    await pressButton('Download all bookmarks');
    expect(readStatus()).toBe('Downloading 1 of 3…');
    screen.getByText(`16%. ${downloadsCopy.keepOpenCloseThis}`);
    expect(requestedAudio).toEqual(['ash']);
    view.unmount();
    sendSecondHalf();
    await waitForResponses();
    await showDialog(async () => [ash, birch, cedar]);
    expect(readStatus()).toBe('3 narrations added.');
    expect(requestedAudio).toEqual(['ash', 'birch', 'cedar']);
    await pressButton('Download all bookmarks');
    expect(readStatus()).toBe(downloadsCopy.all.done(0));
    expect(requestedAudio).toHaveLength(3);
  });

  it('skips bookmarks without a narration', async () => {
    statuses.ash = 404;
    await showDialog(async () => [ash, birch]);
    await pressButton('Download all bookmarks');
    expect(readStatus()).toBe('1 narration added.');
    screen.getByText(downloadsCopy.all.missing(1));
  });

  it('says only that there are no narrations if no bookmark has one', async () => {
    statuses.ash = 404;
    await showDialog(async () => [ash]);
    await pressButton('Download all bookmarks');
    expect(readStatus()).toBe(downloadsCopy.all.missing(1));
  });

  it('cancels all downloads', async () => {
    holdSecondHalf();
    await showDialog(async () => [ash, birch]);
    await pressButton('Download all bookmarks');
    await pressButton('Cancel the download');
    sendSecondHalf();
    await waitForResponses();
    expect(readStatus()).toBe('Download all bookmarks');
    expect(countStoredActions()).toBe(0);
    expect(requestedAudio).toEqual(['ash']);
  });

  it('stops when there is no room left, and keeps the narrations that are complete', async () => {
    storage.full = /birch.*mp3/;
    await showDialog(async () => [ash, birch, cedar]);
    await pressButton('Download all bookmarks');
    expect(readStatus()).toBe(downloadsCopy.failures.noRoom);
    screen.getByText('1 narration added.');
    expect(listRows()).toHaveLength(1);
    expect(requestedAudio).toEqual(['ash', 'birch']);
  });

  it('states that the bookmarks could not be loaded', async () => {
    await showDialog(() => Promise.reject(new TypeError('Failed to fetch')));
    await pressButton('Download all bookmarks');
    expect(readStatus()).toBe(downloadsCopy.failures.unreachable);
  });

  it('asks to connect once thirty days after the last check', async () => {
    await showDialog(async () => [ash]);
    await pressButton('Download all bookmarks');
    const cache = await storage.open(CACHE);
    await cache.put('/narration-rights.json', Response.json({ checkedAt: 0 }));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    tabs.receive();
    await waitForResponses();
    screen.getByText(downloadsCopy.rightsExpired);
    expect(listRows()).toHaveLength(1);
    vi.restoreAllMocks();
  });
});
