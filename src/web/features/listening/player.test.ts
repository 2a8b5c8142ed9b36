// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { currentReader } from '#web/reader/session.ts';
import { cleanUp, settle, show } from '#web/testing/bench.tsx';
import { Narrations, now } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { article } from '#web/testing/samples.ts';
import { giving, offline, refusing } from '#web/testing/server.ts';
import { playerState } from './player-store.ts';

/** What other tabs have said and are told, in the place of the browser's. */
const tabs = vi.hoisted(() => ({ told: 0, hear: () => {} }));
vi.stubGlobal(
  'BroadcastChannel',
  class {
    postMessage = () => tabs.told++;
    addEventListener = (_: string, hear: () => void) => {
      const others = tabs.hear;
      tabs.hear = () => {
        others();
        hear();
      };
    };
  },
);
/** What plays samples. */
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

const narrations = new Narrations();
const { audio, server } = narrations;
const { changeNarrator, close, pause, play, playFrom, playWhenRecorded, resume, seek } =
  await import('./player.ts');
const { playingSample, toggleSample } = await import('./samples.ts');

const ash = article('Ash');
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);

beforeEach(() => {
  vi.useFakeTimers();
  narrations.listen();
  vi.stubGlobal('Audio', Sample);
  server.answers = {};
  signIn('ada', { tier: 'premium' });
  const page = show(null);
  return async () => {
    close();
    await settle();
    page.unmount();
    await cleanUp();
  };
});

const toasts = () => document.body.textContent;

describe('a tab', () => {
  it('says that it plays when it is pressed, and not when it gets round to it', async () => {
    narrations.available.ash = 'pending';
    tabs.told = 0;
    play(ash);
    expect(tabs.told).toBe(1);
    await settle();
    narrations.respond();
    await pass(1);
    expect([now().status, tabs.told]).toEqual(['playing', 1]);
  });

  it('leaves it to another one while it looks for a narration', async () => {
    narrations.available.ash = 'pending';
    play(ash);
    await settle();
    tabs.hear();
    narrations.respond();
    await pass(2);
    expect([now().status, audio.paused]).toEqual(['paused', true]);
    resume();
    await pass(1);
    expect(now().status).toBe('playing');
  });

  it('leaves it to another one while it waits for what is being made, or tries again', async () => {
    narrations.available.ash = 'partial';
    play(ash);
    await settle();
    seek(50);
    tabs.hear();
    narrations.available.ash = 'full';
    await pass(3);
    expect([now().status, now().at, audio.paused]).toEqual(['paused', 50, true]);
    resume();
    await pass(1);
    audio.breakConnection();
    await settle();
    expect(now().status).toBe('loading');
    tabs.hear();
    await pass(40);
    expect([now().status, audio.paused]).toEqual(['paused', true]);
  });
});

describe('a sample', () => {
  it('is silent once a narration is pressed', async () => {
    play(ash);
    await pass(1);
    toggleSample('am');
    await settle();
    expect([now().status, audio.paused, samples.at(-1)!.paused]).toEqual(['paused', true, false]);
    resume();
    await pass(1);
    expect([now().status, samples.at(-1)!.paused]).toEqual(['playing', true]);
    expect(playingSample.get()?.narrator).toBeUndefined();
  });

  it('has a narration that is being found be silent', async () => {
    narrations.available.ash = 'pending';
    play(ash);
    await settle();
    toggleSample('am');
    narrations.respond();
    await pass(2);
    expect([now().status, audio.paused, samples.at(-1)!.paused]).toEqual(['paused', true, false]);
  });
});

describe('what is being made', () => {
  it('is gone on with at the sentence, by whichever voice it was heard', async () => {
    const place = { articleId: 'ash', anchor: 'keyPoints.1.paragraphs.0', start: 50, seconds: 75 };
    server.answers['GET /user/listening'] = giving({ narrator: null, places: [place] });
    narrations.available.ash = 'partial';
    play(ash);
    await settle();
    expect([now().status, audio.paused]).toEqual(['loading', true]);
    narrations.available.ash = 'full';
    await pass(2);
    expect(audio.currentTime).toBeGreaterThanOrEqual(50);
    expect(audio.currentTime).toBeLessThan(51);
    expect(now().status).toBe('playing');
  });

  it('is gone to where the text was pressed, once it is there', async () => {
    narrations.available.ash = 'partial';
    play(ash);
    await pass(1);
    playWhenRecorded({ anchor: 'keyPoints.0.paragraphs.0', start: 63 });
    await pass(0.5);
    expect([now().status, audio.paused]).toEqual(['loading', true]);
    narrations.available.ash = 'full';
    await pass(2);
    expect(audio.currentTime).toBeGreaterThanOrEqual(30);
    expect(audio.currentTime).toBeLessThan(32);
    expect(now().status).toBe('playing');
  });

  it('is not waited for any more by who goes back to what is there', async () => {
    narrations.available.ash = 'partial';
    play(ash);
    await pass(1);
    seek(50);
    seek(5);
    await pass(1);
    expect([now().status, Math.round(now().at)]).toEqual(['playing', 6]);
    seek(50);
    pause();
    playFrom(8);
    await pass(1);
    expect([now().status, Math.round(now().at)]).toEqual(['playing', 9]);
  });

  it('is waited for in another voice at the same sentence', async () => {
    play(ash);
    await settle();
    seek(41);
    narrations.available.ash = 'partial';
    changeNarrator('bm');
    await pass(1);
    expect(now().narrator).toBe('af');
    narrations.available.ash = 'full';
    await pass(11);
    expect(now().narrator).toBe('bm');
    expect(now().at).toBeGreaterThanOrEqual(30);
    expect(now().at).toBeLessThan(37);
  });
});

it('is gone on with at the last sentence of its preview once its reader has Premium again', async () => {
  play(ash);
  await settle();
  seek(50);
  // As long after one time as another is looked at in between.
  await pass(0.3);
  signIn('ada', { tier: 'free' });
  await pass(1);
  expect(now()).toMatchObject({ status: 'ended', at: 20 });
  signIn('ada', { tier: 'premium' });
  await pass(1);
  expect(now()).toMatchObject({ status: 'paused', at: 10 });
  resume();
  await pass(2);
  expect([now().status, Math.round(now().at)]).toEqual(['playing', 12]);
});

it('is loaded anew after it has failed, by a press', async () => {
  play(ash);
  await pass(5);
  pause();
  await settle();
  audio.breakConnection();
  resume();
  await pass(2);
  expect([now().status, audio.paused]).toEqual(['playing', false]);
  expect(now().at).toBeGreaterThan(5);
});

it('is given up at once where its file is lost', async () => {
  play(ash);
  await pass(5);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  audio.breakConnection();
  await pass(1);
  expect(playerState.get().session).toBeUndefined();
  expect(toasts()).toContain('There is no narration of this article.');
});

it('is given up at once where its file is lost, and its times are there', async () => {
  play(ash);
  await pass(5);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.includes('.mp3') ? new Response(null, { status: 404 }) : fetch(address, init),
  );
  audio.breakConnection();
  await pass(1);
  expect(playerState.get().session).toBeUndefined();
  expect(toasts()).toContain('There is no narration of this article.');
});

describe('a recording that is lost', () => {
  const lose = async () => {
    narrations.recording.ash = 'slow';
    audio.breakConnection();
    await pass(1);
  };

  it('is followed by the one there is now, at the same sentence, with its times', async () => {
    play(ash);
    await settle();
    seek(31);
    await pass(2);
    await lose();
    // The second sentence of the second part, which takes twice as long now.
    expect(now()).toMatchObject({ status: 'playing', at: expect.closeTo(60, -0.4) });
    expect(playerState.get().session!.narration).toMatchObject({ seconds: 120, available: 120 });
    expect(audio.src).toContain('recording=slow');
    seek(100);
    await pass(1);
    expect([Math.round(now().at), audio.duration]).toEqual([101, 120]);
  });

  it('is followed in silence while it is paused', async () => {
    play(ash);
    await settle();
    seek(31);
    pause();
    await settle();
    await lose();
    expect(now()).toMatchObject({ status: 'paused', at: 60 });
    expect(audio.paused).toBe(true);
    resume();
    await pass(2);
    expect(Math.round(now().at)).toBe(62);
  });

  it('has its listener be signed out where the session has ended meanwhile', async () => {
    play(ash);
    await pass(5);
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
      /\.af\.(mp3|json)/.test(address) ? refusing(401)() : fetch(address, init),
    );
    audio.breakConnection();
    await pass(1);
    expect([currentReader(), playerState.get().session]).toEqual([null, undefined]);
  });

  it('is waited for over a line that drops while the next one is found', async () => {
    play(ash);
    await pass(5);
    narrations.recording.ash = 'slow';
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
      address.endsWith('.json') ? offline() : fetch(address, init),
    );
    audio.breakConnection();
    await pass(1);
    expect(now().status).toBe('loading');
    vi.stubGlobal('fetch', fetch);
    await pass(3);
    expect(now().status).toBe('playing');
    expect(audio.src).toContain('recording=slow');
  });
});

it('has the times of the file that is there, though another had its name', async () => {
  play(ash);
  await settle();
  seek(31);
  const { durationOf } = audio;
  // Made anew, it takes longer; its times tell so only when they are asked for.
  audio.durationOf = () => 120;
  narrations.recording.ash = 'slow';
  narrations.keepsEarlierRecordings = true;
  audio.breakConnection();
  await pass(1);
  audio.durationOf = durationOf;
  expect(playerState.get().session!.narration!.seconds).toBe(120);
  expect(now().at).toBeGreaterThanOrEqual(60);
  expect(now().at).toBeLessThan(62);
});

it('is paused where the browser kept the page, and silenced it without a word', async () => {
  play(ash);
  await pass(5);
  audio.paused = true;
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(now().status).toBe('playing');
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(now().status).toBe('paused');
});

it('reports nothing when the page is left while the narration is being found, and finds it on the way back', async () => {
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
  play(ash);
  await settle();
  dispatchEvent(new Event('beforeunload'));
  breakConnection();
  await settle();
  expect(reported).not.toHaveBeenCalled();
  expect(now().status).toBe('loading');
  vi.stubGlobal('fetch', fetch);
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await pass(10);
  expect(now().status).toBe('playing');
  expect(toasts()).toBe('');
});

it('goes on where it has been led, also when it had ended just before', async () => {
  play(ash);
  await pass(5);
  seek(30);
  audio.dispatchEvent(new Event('ended'));
  await settle();
  expect(now()).toMatchObject({ status: 'playing', at: 30 });
});

it('is heard from its beginning in another voice, once it has been heard to its end', async () => {
  play(ash);
  await pass(65);
  expect(now().status).toBe('ended');
  changeNarrator('bm');
  await pass(1);
  expect(now()).toMatchObject({ narrator: 'bm', status: 'paused', at: 0 });
});

it('is paused with the device: by a call, or by headphones that come off', async () => {
  play(ash);
  await pass(5);
  audio.pause();
  await settle();
  expect(now().status).toBe('paused');
  resume();
  await pass(1);
  expect(now().status).toBe('playing');
});
