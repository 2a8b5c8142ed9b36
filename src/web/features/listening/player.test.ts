// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCurrentReader } from '#web/reader/session.ts';
import { FakeAudioAndNarrationServer, readPlayerSummary } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { createErrorResponder, createJsonResponder, rejectAsOffline } from '#web/testing/server.ts';
import { playerStore } from './player-store.ts';

/** Simulates the browser's broadcast channel between tabs. */
const tabs = vi.hoisted(() => ({ announcements: 0, announceOther: () => {} }));
vi.stubGlobal(
  'BroadcastChannel',
  class {
    postMessage = () => tabs.announcements++;
    addEventListener = (_: string, onMessage: () => void) => {
      const announceToPrevious = tabs.announceOther;
      tabs.announceOther = () => {
        announceToPrevious();
        onMessage();
      };
    };
  },
);
/** Simulates the audio element that plays a narrator's voice sample. */
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
const { watchDocumentLeaving } = await import('#ui/lib/leaving.ts');
const { playingVoiceSampleStore, toggleVoiceSample } = await import('./single-playback.ts');

const ash = createArticleMeta('Ash');
const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);

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

const readPageText = () => document.body.textContent;

describe('audio that stalls', () => {
  const stall = async () => {
    playArticle(ash);
    await advanceSeconds(2);
    audio.readyState = HTMLMediaElement.HAVE_CURRENT_DATA;
    audio.dispatchEvent(new Event('waiting'));
    expect(readPlayerSummary().status).toBe('loading');
  };
  afterEach(() => {
    audio.readyState = HTMLMediaElement.HAVE_ENOUGH_DATA;
  });

  it('counts as playing once it is heard again, even if the browser does not say so', async () => {
    await stall();
    await advanceSeconds(1);
    expect(readPlayerSummary().status).toBe('playing');
  });

  it('counts as loading until it is heard again, even after a seek', async () => {
    await stall();
    audio.playbackRate = 0;
    await advanceSeconds(2);
    expect(readPlayerSummary().status).toBe('loading');
    seekTo(30);
    audio.dispatchEvent(new Event('seeking'));
    await advanceSeconds(2);
    expect(readPlayerSummary().status).toBe('loading');
    audio.playbackRate = 1;
    await advanceSeconds(1);
    expect(readPlayerSummary().status).toBe('playing');
  });

  it('is loaded again at its position if it is stuck although the browser says that it plays', async () => {
    playArticle(ash);
    await advanceSeconds(10);
    audio.playbackRate = 0;
    await advanceSeconds(5);
    const { at } = readPlayerSummary();
    expect(at).toBeGreaterThan(8);
    await advanceSeconds(5);
    expect(readPlayerSummary()).toMatchObject({ status: 'playing' });
    expect(readPlayerSummary().at).toBeGreaterThan(at! + 3);
  });

  it('is not loaded again while the listener has paused, or a part is still being loaded', async () => {
    await stall();
    audio.playbackRate = 0;
    const play = vi.spyOn(audio, 'play');
    await advanceSeconds(10);
    pausePlayback();
    await advanceSeconds(10);
    expect(play).not.toHaveBeenCalled();
    play.mockRestore();
  });
});

describe('a tab with a player', () => {
  it('pauses the other tabs at the press, and not when playback starts', async () => {
    narrations.available.ash = 'pending';
    tabs.announcements = 0;
    playArticle(ash);
    expect(tabs.announcements).toBe(1);
    await waitForResponses();
    narrations.respond();
    await advanceSeconds(1);
    expect([readPlayerSummary().status, tabs.announcements]).toEqual(['playing', 1]);
  });

  it('stays silent if another tab plays while it looks for a narration', async () => {
    narrations.available.ash = 'pending';
    playArticle(ash);
    await waitForResponses();
    tabs.announceOther();
    narrations.respond();
    await advanceSeconds(2);
    expect([readPlayerSummary().status, audio.paused]).toEqual(['paused', true]);
    resumePlayback();
    await advanceSeconds(1);
    expect(readPlayerSummary().status).toBe('playing');
  });

  it('stays silent if another tab plays while it waits for a recording, or retries', async () => {
    narrations.available.ash = 'partial';
    playArticle(ash);
    await waitForResponses();
    seekTo(50);
    tabs.announceOther();
    narrations.available.ash = 'full';
    await advanceSeconds(3);
    expect([readPlayerSummary().status, readPlayerSummary().at, audio.paused]).toEqual([
      'paused',
      50,
      true,
    ]);
    resumePlayback();
    await advanceSeconds(1);
    audio.breakConnection();
    await waitForResponses();
    expect(readPlayerSummary().status).toBe('loading');
    tabs.announceOther();
    await advanceSeconds(40);
    expect([readPlayerSummary().status, audio.paused]).toEqual(['paused', true]);
  });
});

describe('a sample', () => {
  it('stops when a narration is played', async () => {
    playArticle(ash);
    await advanceSeconds(1);
    toggleVoiceSample('am');
    await waitForResponses();
    expect([readPlayerSummary().status, audio.paused, samples.at(-1)!.paused]).toEqual([
      'paused',
      true,
      false,
    ]);
    resumePlayback();
    await advanceSeconds(1);
    expect([readPlayerSummary().status, samples.at(-1)!.paused]).toEqual(['playing', true]);
    expect(playingVoiceSampleStore.get()?.narrator).toBeUndefined();
  });

  it('pauses a narration that is being found', async () => {
    narrations.available.ash = 'pending';
    playArticle(ash);
    await waitForResponses();
    toggleVoiceSample('am');
    narrations.respond();
    await advanceSeconds(2);
    expect([readPlayerSummary().status, audio.paused, samples.at(-1)!.paused]).toEqual([
      'paused',
      true,
      false,
    ]);
  });
});

describe('a partial recording', () => {
  it('continues at the saved sentence of any narrator', async () => {
    const stored = { articleId: 'ash', anchor: 'keyPoints.1.paragraphs.0', start: 50, seconds: 75 };
    server.responses['GET /user/listening'] = createJsonResponder({
      narrator: null,
      places: [stored],
    });
    narrations.available.ash = 'partial';
    playArticle(ash);
    await waitForResponses();
    expect([readPlayerSummary().status, audio.paused]).toEqual(['loading', true]);
    narrations.available.ash = 'full';
    await advanceSeconds(2);
    expect(audio.currentTime).toBeGreaterThanOrEqual(50);
    expect(audio.currentTime).toBeLessThan(51);
    expect(readPlayerSummary().status).toBe('playing');
  });

  it('plays from the pressed sentence, once it is recorded', async () => {
    narrations.available.ash = 'partial';
    playArticle(ash);
    await advanceSeconds(1);
    playSentenceWhenRecorded({ anchor: 'keyPoints.0.paragraphs.0', start: 63 });
    await advanceSeconds(0.5);
    expect([readPlayerSummary().status, audio.paused]).toEqual(['loading', true]);
    narrations.available.ash = 'full';
    await advanceSeconds(2);
    expect(audio.currentTime).toBeGreaterThanOrEqual(30);
    expect(audio.currentTime).toBeLessThan(32);
    expect(readPlayerSummary().status).toBe('playing');
  });

  it('plays immediately when the listener goes back to the recorded part', async () => {
    narrations.available.ash = 'partial';
    playArticle(ash);
    await advanceSeconds(1);
    seekTo(50);
    seekTo(5);
    await advanceSeconds(1);
    expect([readPlayerSummary().status, Math.round(readPlayerSummary().at)]).toEqual([
      'playing',
      6,
    ]);
    seekTo(50);
    pausePlayback();
    playFromTime(8);
    await advanceSeconds(1);
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
    await advanceSeconds(1);
    expect(readPlayerSummary().narrator).toBe('af');
    narrations.available.ash = 'full';
    await advanceSeconds(11);
    expect(readPlayerSummary().narrator).toBe('bm');
    expect(readPlayerSummary().at).toBeGreaterThanOrEqual(30);
    expect(readPlayerSummary().at).toBeLessThan(37);
  });
});

it('continues at the last sentence of the preview once the reader has Premium again', async () => {
  playArticle(ash);
  await waitForResponses();
  seekTo(50);
  // Waits until the player has read the audio element's new position.
  await advanceSeconds(0.3);
  signIn('ada', { tier: 'free' });
  await advanceSeconds(1);
  expect(readPlayerSummary()).toMatchObject({ status: 'ended', at: 20 });
  signIn('ada', { tier: 'premium' });
  await advanceSeconds(1);
  expect(readPlayerSummary()).toMatchObject({ status: 'paused', at: 10 });
  resumePlayback();
  await advanceSeconds(2);
  expect([readPlayerSummary().status, Math.round(readPlayerSummary().at)]).toEqual(['playing', 12]);
});

it('loads a failed recording again at a press', async () => {
  playArticle(ash);
  await advanceSeconds(5);
  pausePlayback();
  await waitForResponses();
  audio.breakConnection();
  resumePlayback();
  await advanceSeconds(2);
  expect([readPlayerSummary().status, audio.paused]).toEqual(['playing', false]);
  expect(readPlayerSummary().at).toBeGreaterThan(5);
});

it('closes the player immediately if the recording is gone', async () => {
  playArticle(ash);
  await advanceSeconds(5);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  audio.breakConnection();
  await advanceSeconds(1);
  expect(playerStore.get().session).toBeUndefined();
  expect(readPageText()).toContain('There is no narration of this article.');
});

it('closes the player immediately if the audio is gone but its timings exist', async () => {
  playArticle(ash);
  await advanceSeconds(5);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    url.includes('.mp3') ? new Response(null, { status: 404 }) : fetch(url, init),
  );
  audio.breakConnection();
  await advanceSeconds(1);
  expect(playerStore.get().session).toBeUndefined();
  expect(readPageText()).toContain('There is no narration of this article.');
});

describe('a recording that is gone', () => {
  const removeRecording = async () => {
    narrations.recording.ash = 'slow';
    audio.breakConnection();
    await advanceSeconds(1);
  };

  it('is replaced by the current recording, at the same sentence and with the new timings', async () => {
    playArticle(ash);
    await waitForResponses();
    seekTo(31);
    await advanceSeconds(2);
    await removeRecording();
    // Playback continues at the second sentence of the second chapter. The new recording is twice as long, with all
    // timings doubled.
    expect(readPlayerSummary()).toMatchObject({ status: 'playing', at: expect.closeTo(60, -0.4) });
    expect(playerStore.get().session!.narration).toMatchObject({ seconds: 120, audioSeconds: 120 });
    expect(audio.src).toContain('recording=slow');
    seekTo(100);
    await advanceSeconds(1);
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
    await advanceSeconds(2);
    expect(Math.round(readPlayerSummary().at)).toBe(62);
  });

  it('signs the reader out if the session has ended', async () => {
    playArticle(ash);
    await advanceSeconds(5);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
      /\.af\.(mp3|json)/.test(url) ? createErrorResponder(401)() : fetch(url, init),
    );
    audio.breakConnection();
    await advanceSeconds(1);
    expect([readCurrentReader(), playerStore.get().session]).toEqual([null, undefined]);
  });

  it('is replaced even after a dropped connection', async () => {
    playArticle(ash);
    await advanceSeconds(5);
    narrations.recording.ash = 'slow';
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.endsWith('.json') ? rejectAsOffline() : fetch(url, init),
    );
    audio.breakConnection();
    await advanceSeconds(1);
    expect(readPlayerSummary().status).toBe('loading');
    vi.stubGlobal('fetch', fetch);
    await advanceSeconds(3);
    expect(readPlayerSummary().status).toBe('playing');
    expect(audio.src).toContain('recording=slow');
  });
});

it('requests the timings again if the file with the same name has changed', async () => {
  playArticle(ash);
  await waitForResponses();
  seekTo(31);
  const { durationOf } = audio;
  // The audio file is now twice as long. The matching timings are known only after another request.
  audio.durationOf = () => 120;
  narrations.recording.ash = 'slow';
  narrations.keepsEarlierRecordings = true;
  audio.breakConnection();
  await advanceSeconds(1);
  audio.durationOf = durationOf;
  expect(playerStore.get().session!.narration!.seconds).toBe(120);
  expect(readPlayerSummary().at).toBeGreaterThanOrEqual(60);
  expect(readPlayerSummary().at).toBeLessThan(62);
});

it('becomes paused if the back-forward cache silenced the page without an event', async () => {
  playArticle(ash);
  await advanceSeconds(5);
  audio.paused = true;
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(readPlayerSummary().status).toBe('playing');
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(readPlayerSummary().status).toBe('paused');
});

it('reports no error when the page is left while the narration is being found, and finds it on return', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { fetch } = globalThis;
  let breakConnection = () => {};
  vi.stubGlobal('fetch', (url: string) =>
    url.startsWith('/audio/')
      ? new Promise((_, reject) => {
          breakConnection = () => reject(new TypeError('Failed to fetch'));
        })
      : fetch(url),
  );
  playArticle(ash);
  await waitForResponses();
  watchDocumentLeaving();
  dispatchEvent(new Event('beforeunload'));
  breakConnection();
  await waitForResponses();
  expect(consoleError).not.toHaveBeenCalled();
  expect(readPlayerSummary().status).toBe('loading');
  vi.stubGlobal('fetch', fetch);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await advanceSeconds(10);
  expect(readPlayerSummary().status).toBe('playing');
  expect(readPageText()).toBe('');
});

it('continues at a seek that comes just after the end', async () => {
  playArticle(ash);
  await advanceSeconds(5);
  seekTo(30);
  audio.dispatchEvent(new Event('ended'));
  await waitForResponses();
  expect(readPlayerSummary()).toMatchObject({ status: 'playing', at: 30 });
});

it('returns to the beginning when another narrator is chosen after its end', async () => {
  playArticle(ash);
  await advanceSeconds(65);
  expect(readPlayerSummary().status).toBe('ended');
  saveAndSwitchNarrator('bm');
  await advanceSeconds(1);
  expect(readPlayerSummary()).toMatchObject({ narrator: 'bm', status: 'paused', at: 0 });
});

it('becomes paused when the device pauses it, such as for a call or unplugged headphones', async () => {
  playArticle(ash);
  await advanceSeconds(5);
  audio.pause();
  await waitForResponses();
  expect(readPlayerSummary().status).toBe('paused');
  resumePlayback();
  await advanceSeconds(1);
  expect(readPlayerSummary().status).toBe('playing');
});
