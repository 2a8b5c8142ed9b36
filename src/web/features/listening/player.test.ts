// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCurrentReader } from '#web/reader/session.ts';
import { FakeAudioAndNarrationServer, readPlayerSummary } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { createErrorResponder, createJsonResponder, rejectAsOffline } from '#web/testing/server.ts';
import { playerStore } from './player-store.ts';

/** Simulates the browser's broadcast channel between tabs. */
const tabs = vi.hoisted(() => ({ announced: 0, announceOther: () => {} }));
vi.stubGlobal(
  'BroadcastChannel',
  class {
    postMessage = () => tabs.announced++;
    addEventListener = (_: string, onMessage: () => void) => {
      const others = tabs.announceOther;
      tabs.announceOther = () => {
        others();
        onMessage();
      };
    };
  },
);
/** Replaces the audio elements that play narrators' samples. */
class Sample extends EventTarget {
  paused = true;
  constructor() {
    super();
    samples.push(this);
  }
  async play() {
    this.paused = false;
  }
  pause() {
    this.paused = true;
  }
}
const samples: Sample[] = [];

const narrations = new FakeAudioAndNarrationServer();
const { audio, server } = narrations;
const {
  saveAndSwitchNarrator,
  closePlayer,
  pausePlayback,
  playArticle,
  playFromTime,
  playSentenceWhenRecorded,
  resumePlayback,
  seekTo,
} = await import('./player.ts');
const { watchLeaving } = await import('#ui/lib/leaving.ts');
const { playingSampleStore, toggleSample } = await import('./single-playback.ts');

const ash = createArticleMeta('Ash');
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);

beforeEach(() => {
  vi.useFakeTimers();
  narrations.listen();
  vi.stubGlobal('Audio', Sample);
  server.responses = {};
  signIn('ada', { tier: 'premium' });
  const page = renderOnPage(null);
  return async () => {
    closePlayer();
    await waitForResponses();
    page.unmount();
    await resetPage();
  };
});

const toasts = () => document.body.textContent;

describe('a tab with a player', () => {
  it('pauses the other tabs at the press, and not when playback starts', async () => {
    narrations.available.ash = 'pending';
    tabs.announced = 0;
    playArticle(ash);
    expect(tabs.announced).toBe(1);
    await waitForResponses();
    narrations.respond();
    await pass(1);
    expect([readPlayerSummary().status, tabs.announced]).toEqual(['playing', 1]);
  });

  it('stays silent if another tab plays while it looks for a narration', async () => {
    narrations.available.ash = 'pending';
    playArticle(ash);
    await waitForResponses();
    tabs.announceOther();
    narrations.respond();
    await pass(2);
    expect([readPlayerSummary().status, audio.paused]).toEqual(['paused', true]);
    resumePlayback();
    await pass(1);
    expect(readPlayerSummary().status).toBe('playing');
  });

  it('stays silent if another tab plays while it waits for a recording, or retries', async () => {
    narrations.available.ash = 'partial';
    playArticle(ash);
    await waitForResponses();
    seekTo(50);
    tabs.announceOther();
    narrations.available.ash = 'full';
    await pass(3);
    expect([readPlayerSummary().status, readPlayerSummary().at, audio.paused]).toEqual([
      'paused',
      50,
      true,
    ]);
    resumePlayback();
    await pass(1);
    audio.breakConnection();
    await waitForResponses();
    expect(readPlayerSummary().status).toBe('loading');
    tabs.announceOther();
    await pass(40);
    expect([readPlayerSummary().status, audio.paused]).toEqual(['paused', true]);
  });
});

describe('a sample', () => {
  it('stops when a narration is played', async () => {
    playArticle(ash);
    await pass(1);
    toggleSample('am');
    await waitForResponses();
    expect([readPlayerSummary().status, audio.paused, samples.at(-1)!.paused]).toEqual([
      'paused',
      true,
      false,
    ]);
    resumePlayback();
    await pass(1);
    expect([readPlayerSummary().status, samples.at(-1)!.paused]).toEqual(['playing', true]);
    expect(playingSampleStore.get()?.narrator).toBeUndefined();
  });

  it('pauses a narration that is being found', async () => {
    narrations.available.ash = 'pending';
    playArticle(ash);
    await waitForResponses();
    toggleSample('am');
    narrations.respond();
    await pass(2);
    expect([readPlayerSummary().status, audio.paused, samples.at(-1)!.paused]).toEqual([
      'paused',
      true,
      false,
    ]);
  });
});

describe('a partial recording', () => {
  it('continues at the saved sentence of any narrator', async () => {
    const place = { articleId: 'ash', anchor: 'keyPoints.1.paragraphs.0', start: 50, seconds: 75 };
    server.responses['GET /user/listening'] = createJsonResponder({
      narrator: null,
      places: [place],
    });
    narrations.available.ash = 'partial';
    playArticle(ash);
    await waitForResponses();
    expect([readPlayerSummary().status, audio.paused]).toEqual(['loading', true]);
    narrations.available.ash = 'full';
    await pass(2);
    expect(audio.currentTime).toBeGreaterThanOrEqual(50);
    expect(audio.currentTime).toBeLessThan(51);
    expect(readPlayerSummary().status).toBe('playing');
  });

  it('plays from the pressed sentence, once it is recorded', async () => {
    narrations.available.ash = 'partial';
    playArticle(ash);
    await pass(1);
    playSentenceWhenRecorded({ anchor: 'keyPoints.0.paragraphs.0', start: 63 });
    await pass(0.5);
    expect([readPlayerSummary().status, audio.paused]).toEqual(['loading', true]);
    narrations.available.ash = 'full';
    await pass(2);
    expect(audio.currentTime).toBeGreaterThanOrEqual(30);
    expect(audio.currentTime).toBeLessThan(32);
    expect(readPlayerSummary().status).toBe('playing');
  });

  it('plays immediately when the listener goes back to the recorded part', async () => {
    narrations.available.ash = 'partial';
    playArticle(ash);
    await pass(1);
    seekTo(50);
    seekTo(5);
    await pass(1);
    expect([readPlayerSummary().status, Math.round(readPlayerSummary().at)]).toEqual([
      'playing',
      6,
    ]);
    seekTo(50);
    pausePlayback();
    playFromTime(8);
    await pass(1);
    expect([readPlayerSummary().status, Math.round(readPlayerSummary().at)]).toEqual([
      'playing',
      9,
    ]);
  });

  it('switches narrators at the same sentence, once it is recorded', async () => {
    playArticle(ash);
    await waitForResponses();
    seekTo(41);
    narrations.available.ash = 'partial';
    saveAndSwitchNarrator('bm');
    await pass(1);
    expect(readPlayerSummary().narrator).toBe('af');
    narrations.available.ash = 'full';
    await pass(11);
    expect(readPlayerSummary().narrator).toBe('bm');
    expect(readPlayerSummary().at).toBeGreaterThanOrEqual(30);
    expect(readPlayerSummary().at).toBeLessThan(37);
  });
});

it('continues at the last sentence of the preview once the reader has Premium again', async () => {
  playArticle(ash);
  await waitForResponses();
  seekTo(50);
  // The delay lets the player read the playhead between two events of the audio element.
  await pass(0.3);
  signIn('ada', { tier: 'free' });
  await pass(1);
  expect(readPlayerSummary()).toMatchObject({ status: 'ended', at: 20 });
  signIn('ada', { tier: 'premium' });
  await pass(1);
  expect(readPlayerSummary()).toMatchObject({ status: 'paused', at: 10 });
  resumePlayback();
  await pass(2);
  expect([readPlayerSummary().status, Math.round(readPlayerSummary().at)]).toEqual(['playing', 12]);
});

it('loads a failed recording again at a press', async () => {
  playArticle(ash);
  await pass(5);
  pausePlayback();
  await waitForResponses();
  audio.breakConnection();
  resumePlayback();
  await pass(2);
  expect([readPlayerSummary().status, audio.paused]).toEqual(['playing', false]);
  expect(readPlayerSummary().at).toBeGreaterThan(5);
});

it('closes the player immediately if the recording is gone', async () => {
  playArticle(ash);
  await pass(5);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  audio.breakConnection();
  await pass(1);
  expect(playerStore.get().session).toBeUndefined();
  expect(toasts()).toContain('There is no narration of this article.');
});

it('closes the player immediately if the audio is gone but its timings exist', async () => {
  playArticle(ash);
  await pass(5);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.includes('.mp3') ? new Response(null, { status: 404 }) : fetch(address, init),
  );
  audio.breakConnection();
  await pass(1);
  expect(playerStore.get().session).toBeUndefined();
  expect(toasts()).toContain('There is no narration of this article.');
});

describe('a recording that is gone', () => {
  const removeRecording = async () => {
    narrations.recording.ash = 'slow';
    audio.breakConnection();
    await pass(1);
  };

  it('is replaced by the current recording, at the same sentence and with the new timings', async () => {
    playArticle(ash);
    await waitForResponses();
    seekTo(31);
    await pass(2);
    await removeRecording();
    // Playback continues at the second sentence of the second chapter. The new recording is twice as long, with all
    // timings doubled.
    expect(readPlayerSummary()).toMatchObject({ status: 'playing', at: expect.closeTo(60, -0.4) });
    expect(playerStore.get().session!.narration).toMatchObject({ seconds: 120, available: 120 });
    expect(audio.src).toContain('recording=slow');
    seekTo(100);
    await pass(1);
    expect([Math.round(readPlayerSummary().at), audio.duration]).toEqual([101, 120]);
  });

  it('is replaced silently while it is paused', async () => {
    playArticle(ash);
    await waitForResponses();
    seekTo(31);
    pausePlayback();
    await waitForResponses();
    await removeRecording();
    expect(readPlayerSummary()).toMatchObject({ status: 'paused', at: 60 });
    expect(audio.paused).toBe(true);
    resumePlayback();
    await pass(2);
    expect(Math.round(readPlayerSummary().at)).toBe(62);
  });

  it('signs the reader out if the session has ended', async () => {
    playArticle(ash);
    await pass(5);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
      /\.af\.(mp3|json)/.test(address) ? createErrorResponder(401)() : fetch(address, init),
    );
    audio.breakConnection();
    await pass(1);
    expect([readCurrentReader(), playerStore.get().session]).toEqual([null, undefined]);
  });

  it('is replaced even after a dropped connection', async () => {
    playArticle(ash);
    await pass(5);
    narrations.recording.ash = 'slow';
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      address.endsWith('.json') ? rejectAsOffline() : fetch(address, init),
    );
    audio.breakConnection();
    await pass(1);
    expect(readPlayerSummary().status).toBe('loading');
    vi.stubGlobal('fetch', fetch);
    await pass(3);
    expect(readPlayerSummary().status).toBe('playing');
    expect(audio.src).toContain('recording=slow');
  });
});

it('requests the timings again if the file with the same name has changed', async () => {
  playArticle(ash);
  await waitForResponses();
  seekTo(31);
  const { durationOf } = audio;
  // The file now has twice the length. The matching timings are only known after another request.
  audio.durationOf = () => 120;
  narrations.recording.ash = 'slow';
  narrations.keepsEarlierRecordings = true;
  audio.breakConnection();
  await pass(1);
  audio.durationOf = durationOf;
  expect(playerStore.get().session!.narration!.seconds).toBe(120);
  expect(readPlayerSummary().at).toBeGreaterThanOrEqual(60);
  expect(readPlayerSummary().at).toBeLessThan(62);
});

it('becomes paused if the back-forward cache silenced the page without an event', async () => {
  playArticle(ash);
  await pass(5);
  audio.paused = true;
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(readPlayerSummary().status).toBe('playing');
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(readPlayerSummary().status).toBe('paused');
});

it('reports no error when the page is left while the narration is being found, and finds it on return', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { fetch } = globalThis;
  let breakConnection = () => {};
  vi.stubGlobal('fetch', (address: string) =>
    address.startsWith('/audio/')
      ? new Promise((_, reject) => {
          breakConnection = () => reject(new TypeError('Failed to fetch'));
        })
      : fetch(address),
  );
  playArticle(ash);
  await waitForResponses();
  watchLeaving();
  dispatchEvent(new Event('beforeunload'));
  breakConnection();
  await waitForResponses();
  expect(reported).not.toHaveBeenCalled();
  expect(readPlayerSummary().status).toBe('loading');
  vi.stubGlobal('fetch', fetch);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await pass(10);
  expect(readPlayerSummary().status).toBe('playing');
  expect(toasts()).toBe('');
});

it('continues at a seek that comes just after the end', async () => {
  playArticle(ash);
  await pass(5);
  seekTo(30);
  audio.dispatchEvent(new Event('ended'));
  await waitForResponses();
  expect(readPlayerSummary()).toMatchObject({ status: 'playing', at: 30 });
});

it('returns to the beginning when another narrator is chosen after its end', async () => {
  playArticle(ash);
  await pass(65);
  expect(readPlayerSummary().status).toBe('ended');
  saveAndSwitchNarrator('bm');
  await pass(1);
  expect(readPlayerSummary()).toMatchObject({ narrator: 'bm', status: 'paused', at: 0 });
});

it('becomes paused when the device pauses it, such as for a call or unplugged headphones', async () => {
  playArticle(ash);
  await pass(5);
  audio.pause();
  await waitForResponses();
  expect(readPlayerSummary().status).toBe('paused');
  resumePlayback();
  await pass(1);
  expect(readPlayerSummary().status).toBe('playing');
});
