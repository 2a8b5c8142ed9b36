import { describe, expect, it } from 'vitest';
import { createArticleMeta } from '#web/testing/samples.ts';
import type { Narration } from './narration.ts';
import { reducePlayerState } from './player-reducer.ts';
import type { PlaybackSession, PlayerEffect, PlayerEvent, PlayerState } from './player-state.ts';

const [ash, birch] = [createArticleMeta('Ash'), createArticleMeta('Birch')];
const IDLE: PlayerState = { session: undefined, playhead: 0, playbackDecisionCount: 0 };

/**
 * Creates a narration with two chapters of two sentences. Each sentence takes `pace` seconds, including half a second
 * of silence at its end.
 */
function createNarration(
  extent: Narration['extent'],
  { pace = 10, narrator = 'af' }: { pace?: number; narrator?: Narration['narrator'] } = {},
): Narration {
  const seconds = 4 * pace;
  const audioSeconds = extent === 'full' ? seconds : 2 * pace;
  const sentences = [0, 1, 2, 3].map((index) => ({
    anchor: index < 2 ? 'introduction.0' : 'conclusion.0',
    start: 50 * (index % 2),
    length: 49,
    from: index * pace,
    to: (index + 1) * pace - 0.5,
  }));
  const chapters = [0, 1].map((index) => ({
    title: `Chapter ${index}`,
    from: 2 * index * pace,
    to: 2 * (index + 1) * pace - 0.5,
  }));
  return {
    extent,
    recording: 'r',
    narrator,
    source: `/audio/${narrator}.${extent}`,
    seconds: extent === 'preview' ? audioSeconds : seconds,
    audioSeconds,
    chapters,
    chapterTitles: chapters.map(({ title }) => title),
    sentences: sentences.filter(({ from }) => from < audioSeconds),
  };
}

const [full, partial, preview] = [
  createNarration('full'),
  createNarration('partial'),
  createNarration('preview'),
];
const opening = createNarration('opening');
/** A partial recording that ends in the middle of the second chapter. */
const longerPartial = {
  ...createNarration('partial'),
  audioSeconds: 30,
  source: '/audio/r.longer',
};
/** The first sentence of the second chapter. The recording `partial` does not contain it. */
const LATER = { anchor: 'conclusion.0', start: 0, seconds: 20 };

function playing(part: Partial<PlaybackSession> = {}, playhead = 12): PlayerState {
  const session: PlaybackSession = {
    article: ash,
    status: 'playing',
    narrator: 'af',
    speed: 1,
    isFromQueue: false,
    narration: full,
    savedPlayhead: playhead,
    sleepTimer: undefined,
    sleepChapter: 0,
    scrollRequestCount: 0,
    ...part,
  };
  return { ...IDLE, session, playhead };
}
const finding = (part: Partial<PlaybackSession> = {}) =>
  playing({ status: 'loading', narration: undefined, ...part }, 0);
const waiting = (part: Partial<PlaybackSession> = {}) =>
  playing({ status: 'loading', narration: partial, awaitedPosition: { seconds: 35 }, ...part }, 35);

interface Case {
  /** The test's title. */
  it: string;
  state: PlayerState;
  event: PlayerEvent;
  /** Expected properties of the next session, or `null` for an idle player. */
  session?: Partial<PlaybackSession> | null;
  playhead?: number;
  /** Expected effects in order. Each effect is given either in full or only by its type. */
  effects: (PlayerEffect['type'] | PlayerEffect)[];
}

function checkTransition({ state, event, session = {}, playhead, effects }: Case): void {
  const [next, ...actual] = reducePlayerState(state, event);
  if (session) expect(next.session).toMatchObject(session);
  else expect(next.session).toBeUndefined();
  if (playhead !== undefined) expect(next.playhead).toBe(playhead);
  expect(actual.map(({ type }) => type)).toEqual(
    effects.map((effect) => (typeof effect === 'string' ? effect : effect.type)),
  );
  for (const [index, effect] of effects.entries())
    if (typeof effect === 'object') expect(actual[index]).toEqual(effect);
}

const failed = (isMissing = false): PlayerEvent => ({ type: 'failed', error: 'x', isMissing });
const found = (narration: Narration, position?: typeof LATER): PlayerEvent => ({
  type: 'found',
  narration,
  position,
});
const seek = (seconds: number): PlayerEvent => ({ type: 'seek', seconds });
const PAUSE: PlayerEvent = { type: 'pause' };
const RESUME: PlayerEvent = { type: 'resume' };

describe('while the narration is being found', () => {
  it.each<Case>([
    {
      it: 'starts a session when an article is played',
      state: IDLE,
      event: { type: 'play', article: ash, speed: 1.5, isFromQueue: false },
      session: { article: ash, status: 'loading', speed: 1.5, narration: undefined },
      playhead: 0,
      effects: ['cancelRequests', 'pauseAudio', 'resolveNarrator'],
    },
    {
      it: 'saves the position of the article that another one replaces',
      state: playing(),
      event: { type: 'play', article: birch, speed: 1, isFromQueue: false },
      session: { article: birch },
      playhead: 0,
      effects: [
        {
          type: 'savePosition',
          article: ash,
          position: { anchor: 'introduction.0', start: 50, seconds: 12 },
        },
        'cancelRequests',
        'pauseAudio',
        'resolveNarrator',
      ],
    },
    {
      it: 'looks for the reader’s narrator',
      state: finding(),
      event: { type: 'narratorResolved', narrator: 'bm' },
      session: { narrator: 'bm' },
      effects: ['find'],
    },
    {
      it: 'looks for the recording of a newly chosen narrator',
      state: finding(),
      event: { type: 'chooseNarrator', narrator: 'am' },
      session: { narrator: 'am', status: 'loading' },
      effects: ['findNextNarration', 'find'],
    },
    {
      it: 'plays the narration from the listening position once it is found',
      state: finding(),
      event: found(full, LATER),
      session: { narration: full, status: 'loading', awaitedPosition: undefined },
      playhead: 20,
      effects: [{ type: 'load', from: 20 }, 'startAudio'],
    },
    {
      it: 'stays paused if it was paused before',
      state: finding({ status: 'paused' }),
      event: found(full),
      session: { status: 'paused' },
      effects: [{ type: 'load', from: 0 }],
    },
    {
      it: 'waits for a listening position that is not recorded yet',
      state: finding(),
      event: found(partial, LATER),
      session: { status: 'loading', awaitedPosition: { seconds: 20, position: LATER } },
      playhead: 20,
      effects: [{ type: 'load', from: 0 }, 'awaitLonger'],
    },
    {
      it: 'pauses',
      state: finding(),
      event: PAUSE,
      session: { status: 'paused' },
      effects: ['pauseAudio', 'cancelRetry'],
    },
    {
      it: 'intends to play again after a second press',
      state: finding({ status: 'paused' }),
      event: RESUME,
      session: { status: 'loading' },
      effects: [],
    },
    {
      it: 'closes the player if the narration cannot be found',
      state: finding(),
      event: failed(true),
      session: null,
      effects: ['reset', 'reportFailure'],
    },
    {
      it: 'skips a queued article without a narration',
      state: finding({ isFromQueue: true }),
      event: failed(true),
      effects: ['skipUnavailable'],
    },
    {
      it: 'puts a queued article back after any other failure',
      state: finding({ isFromQueue: true }),
      event: failed(),
      session: null,
      effects: ['reset', { type: 'requeue', article: ash }, 'reportFailure'],
    },
    {
      it: 'asks the reader to sign in if their session has ended',
      state: finding(),
      event: { type: 'readerChanged', isSignedIn: false, isPremium: false },
      session: null,
      effects: ['reset', { type: 'askToSignIn', article: ash }],
    },
    {
      it: 'names the narrator of the recording, which may be another one without a network',
      state: finding({ narrator: 'bf' }),
      event: found(createNarration('full', { narrator: 'am' })),
      session: { narrator: 'am', status: 'loading' },
      effects: ['load', 'startAudio'],
    },
    {
      it: 'repeats the request after the browser restored the page, since leaving the page aborted it',
      state: finding({ narrator: 'bf' }),
      event: { type: 'pageRestored', isAudioPaused: true },
      session: { narrator: 'bf', status: 'loading' },
      effects: ['find'],
    },
    {
      it: 'ignores events of the audio element about the previous article',
      state: finding(),
      event: { type: 'progressed', seconds: 12, isPaused: true },
      playhead: 0,
      effects: [],
    },
  ])('$it', checkTransition);
});

describe('a partial recording', () => {
  it.each<Case>([
    {
      it: 'waits silently at a position that is not recorded yet',
      state: playing({ narration: partial }),
      event: seek(35),
      session: { status: 'loading', awaitedPosition: { seconds: 35 } },
      playhead: 35,
      effects: ['pauseAudio'],
    },
    {
      it: 'stays paused at a position that is not recorded yet',
      state: playing({ narration: partial, status: 'paused' }),
      event: seek(35),
      session: { status: 'paused', awaitedPosition: { seconds: 35 } },
      effects: ['pauseAudio'],
    },
    {
      it: 'waits for a sentence that was pressed in the text',
      state: playing({ narration: partial }),
      event: { type: 'playWhenRecorded', position: { anchor: 'conclusion.0', start: 0 } },
      session: { status: 'loading', awaitedPosition: { seconds: 20, position: LATER } },
      effects: ['pauseAudio'],
    },
    {
      it: 'does not treat a late event of the audio element as playback while it waits',
      state: waiting(),
      event: { type: 'playing' },
      session: { status: 'loading' },
      effects: [],
    },
    {
      it: 'does not treat a pause of the audio element as a pause of the listener while it waits',
      state: waiting(),
      event: { type: 'audioPaused' },
      session: { status: 'loading' },
      effects: [],
    },
    {
      it: 'plays again when the listener goes back to a recorded part',
      state: waiting(),
      event: seek(5),
      session: { status: 'loading', awaitedPosition: undefined },
      playhead: 5,
      effects: [{ type: 'seekAudio', seconds: 5 }, 'savePosition', 'startAudio'],
    },
    {
      it: 'waits for the end of the sentence when the full recording is ready',
      state: playing({ narration: partial }),
      event: { type: 'longerReady', narration: full },
      session: { narration: partial, longerRecording: full },
      effects: ['awaitSentenceEnd'],
    },
    {
      it: 'continues in the full recording at the same second',
      state: playing({ narration: partial, longerRecording: full }),
      event: { type: 'sentenceEnded' },
      session: { narration: full, longerRecording: undefined, status: 'loading' },
      playhead: 12,
      effects: [{ type: 'load', from: 12 }, 'startAudio'],
    },
    {
      it: 'continues in a longer part, and waits for the next one',
      state: playing({ narration: partial, longerRecording: longerPartial }),
      event: { type: 'sentenceEnded' },
      session: { narration: longerPartial, longerRecording: undefined, status: 'loading' },
      playhead: 12,
      effects: [{ type: 'load', from: 12 }, 'awaitLonger', 'startAudio'],
    },
    {
      it: 'keeps waiting if a longer part does not contain the position either',
      state: waiting({ longerRecording: longerPartial }),
      event: { type: 'sentenceEnded' },
      session: { narration: longerPartial, awaitedPosition: { seconds: 35 }, status: 'loading' },
      playhead: 35,
      effects: [{ type: 'load', from: 0 }, 'awaitLonger'],
    },
    {
      it: 'continues in the preview after its beginning',
      state: playing({ narration: opening, longerRecording: preview }),
      event: { type: 'sentenceEnded' },
      session: { narration: preview, status: 'loading' },
      effects: [{ type: 'load', from: 12 }, 'startAudio'],
    },
    {
      it: 'waits at the end of the beginning of a preview',
      state: playing({ narration: opening }, 20),
      event: { type: 'ended', seconds: 20 },
      session: { status: 'loading', awaitedPosition: { seconds: 20 } },
      effects: ['pauseAudio'],
    },
    {
      it: 'continues in the full recording in silence while it is paused',
      state: playing({ narration: partial, longerRecording: full, status: 'paused' }),
      event: { type: 'sentenceEnded' },
      session: { narration: full, status: 'paused' },
      effects: [{ type: 'load', from: 12 }],
    },
    {
      it: 'continues in the full recording at the sentence it waited for',
      state: waiting({
        longerRecording: createNarration('full', { pace: 15 }),
        awaitedPosition: { seconds: 35, position: LATER },
      }),
      event: { type: 'sentenceEnded' },
      session: { awaitedPosition: undefined, status: 'loading' },
      playhead: 30,
      effects: [{ type: 'load', from: 30 }, 'startAudio'],
    },
    {
      it: 'waits at its end if the full recording is not ready',
      state: playing({ narration: partial }),
      event: { type: 'ended', seconds: 20 },
      session: { status: 'loading', awaitedPosition: { seconds: 20 } },
      playhead: 20,
      effects: ['pauseAudio'],
    },
    {
      it: 'continues at its end if the full recording is ready',
      state: playing({ narration: partial, longerRecording: full }),
      event: { type: 'ended', seconds: 20 },
      session: { narration: full, status: 'loading', awaitedPosition: undefined },
      effects: ['pauseAudio', { type: 'load', from: 20 }, 'startAudio'],
    },
  ])('$it', checkTransition);
});

describe('playback', () => {
  it.each<Case>([
    {
      it: 'pauses and saves the position',
      state: playing(),
      event: PAUSE,
      session: { status: 'paused' },
      effects: ['pauseAudio', 'cancelRetry', 'savePosition'],
    },
    {
      it: 'saves no sentence twice',
      state: playing({ savedPosition: { anchor: 'introduction.0', start: 50, seconds: 10 } }),
      event: { type: 'pageHidden' },
      effects: [],
    },
    {
      it: 'saves a position again that the server did not get',
      state: playing({ savedPosition: LATER }),
      event: { type: 'saveFailed', position: LATER },
      session: { savedPosition: undefined },
      effects: [],
    },
    {
      it: 'saves the position every 15 seconds',
      state: playing({ savedPlayhead: 0 }, 14),
      event: { type: 'progressed', seconds: 15, isPaused: false },
      playhead: 15,
      effects: ['savePosition'],
    },
    {
      it: 'scrolls the page after a long seek',
      state: playing(),
      event: seek(30),
      session: { scrollRequestCount: 1 },
      effects: ['seekAudio', 'savePosition'],
    },
    {
      it: 'does not scroll the page after a seek as short as a skip',
      state: playing(),
      event: seek(22),
      session: { scrollRequestCount: 0 },
      effects: ['seekAudio', 'savePosition'],
    },
    {
      it: 'plays the next article at the end, and forgets the position',
      state: playing(),
      event: { type: 'ended', seconds: 40 },
      session: { status: 'ended' },
      effects: ['forgetPosition', 'playNext'],
    },
    {
      it: 'stops at the end of the article if the sleep timer is set to it',
      state: playing({ sleepTimer: 'article' }),
      event: { type: 'ended', seconds: 40 },
      session: { status: 'ended', sleepTimer: undefined },
      effects: ['forgetPosition'],
    },
    {
      it: 'pauses in the silence after the chapter if the sleep timer is set to its end',
      state: playing({ sleepTimer: 'chapter' }, 19.4),
      event: { type: 'progressed', seconds: 19.6, isPaused: false },
      session: { status: 'paused', sleepTimer: undefined },
      effects: ['pauseAudio', 'cancelRetry', 'savePosition'],
    },
    {
      it: 'moves the sleep timer to the chapter that the listener seeks to',
      state: playing({ sleepTimer: 'chapter' }),
      event: seek(30),
      session: { sleepTimer: 'chapter', sleepChapter: 1 },
      effects: ['seekAudio', 'savePosition'],
    },
    {
      it: 'starts again after the end',
      state: playing({ status: 'ended' }, 40),
      event: RESUME,
      session: { status: 'loading' },
      playhead: 0,
      effects: [{ type: 'seekAudio', seconds: 0 }, 'startAudio'],
    },
    {
      it: 'keeps playing after a press that changes nothing, since no event would follow',
      state: playing(),
      event: RESUME,
      session: { status: 'playing' },
      effects: ['startAudio'],
    },
    {
      it: 'becomes paused if the browser silenced the page in the background',
      state: playing(),
      event: { type: 'pageRestored', isAudioPaused: true },
      session: { status: 'paused' },
      effects: [],
    },
    {
      it: 'ends at the end of the preview, and tells the reader how to hear the rest',
      state: playing({ narration: preview }),
      event: { type: 'ended', seconds: 20 },
      session: { status: 'ended' },
      effects: ['promptAfterPreview'],
    },
    {
      it: 'counts a pause of another tab as a decision, also while the player is idle',
      state: IDLE,
      event: PAUSE,
      session: null,
      effects: [],
    },
  ])('$it', checkTransition);

  it('counts the listener’s decisions, but not automatic events', () => {
    const countDecisions = (state: PlayerState, event: PlayerEvent) =>
      reducePlayerState(state, event)[0].playbackDecisionCount;
    const play = { type: 'play', article: birch, speed: 1, isFromQueue: true } as const;
    expect(countDecisions(IDLE, PAUSE)).toBe(1);
    expect(countDecisions(playing(), { type: 'sleepTimerExpired' })).toBe(1);
    expect(countDecisions(playing(), play)).toBe(1);
    expect(countDecisions(playing(), { ...play, isAuto: true })).toBe(0);
    expect(countDecisions(playing(), { type: 'ended', seconds: 40 })).toBe(0);
  });

  it('keeps the same session object while only the playhead moves', () => {
    const state = playing();
    const [next] = reducePlayerState(state, { type: 'progressed', seconds: 12.2, isPaused: false });
    expect(next.session).toBe(state.session);
  });
});

describe('a narrator switch', () => {
  const choose: PlayerEvent = { type: 'chooseNarrator', narrator: 'bm' };
  const slow = createNarration('full', { pace: 15, narrator: 'bm' });
  it.each<Case>([
    {
      it: 'looks for the new narrator’s recording while the current one continues',
      state: playing(),
      event: choose,
      session: { narrator: 'af', nextNarrator: 'bm', status: 'playing' },
      effects: ['findNextNarration'],
    },
    {
      it: 'is cancelled by choosing the current narrator',
      state: playing({ nextNarrator: 'bm', nextNarration: slow }),
      event: { type: 'chooseNarrator', narrator: 'af' },
      session: { nextNarrator: undefined, nextNarration: undefined },
      effects: ['findNextNarration'],
    },
    {
      it: 'waits until the current sentence is recorded',
      state: playing({ nextNarrator: 'bm' }, 22),
      event: { type: 'nextNarrationFound', narration: partial },
      session: { narration: full, nextNarrator: 'bm' },
      effects: [{ type: 'awaitNextNarration', audioSeconds: partial.audioSeconds }],
    },
    {
      it: 'waits for the end of the sentence',
      state: playing({ nextNarrator: 'bm' }),
      event: { type: 'nextNarrationFound', narration: slow },
      session: { narration: full, nextNarration: slow },
      effects: ['awaitSentenceEnd'],
    },
    {
      it: 'continues at the next sentence, before a full recording takes over',
      state: playing(
        { nextNarrator: 'bm', nextNarration: slow, longerRecording: full, narration: partial },
        9.97,
      ),
      event: { type: 'sentenceEnded' },
      session: { narrator: 'bm', narration: slow, nextNarrator: undefined, status: 'loading' },
      playhead: 15,
      effects: ['cancelRequests', { type: 'load', from: 15 }, 'startAudio'],
    },
    {
      it: 'starts from the beginning once the article has ended',
      state: playing({ status: 'ended', nextNarrator: 'bm', nextNarration: slow }, 40),
      event: { type: 'sentenceEnded' },
      session: { narrator: 'bm', status: 'paused' },
      playhead: 0,
      effects: ['cancelRequests', { type: 'load', from: 0 }],
    },
    {
      it: 'tells the listener that it failed',
      state: playing({ nextNarrator: 'bm' }),
      event: { type: 'nextNarrationFailed' },
      session: { narrator: 'af', nextNarrator: undefined },
      effects: [{ type: 'reportNextNarrator', narrator: 'bm' }],
    },
  ])('$it', checkTransition);
});

describe('a recording that fails or changes', () => {
  it.each<Case>([
    {
      it: 'is retried after the connection dropped',
      state: playing(),
      event: { type: 'audioFailed' },
      session: { status: 'loading', isBroken: true },
      effects: ['retry'],
    },
    {
      it: 'is retried silently while it is paused',
      state: playing({ status: 'paused' }),
      event: { type: 'audioFailed' },
      session: { status: 'paused', isBroken: true },
      effects: ['retry'],
    },
    {
      it: 'is retried immediately after a press',
      state: playing({ status: 'paused', isBroken: true }),
      event: RESUME,
      session: { status: 'loading' },
      effects: ['retry'],
    },
    {
      it: 'is loaded again at the same second',
      state: playing({ status: 'loading', isBroken: true }),
      event: { type: 'retryDue' },
      session: { status: 'loading', isBroken: false },
      effects: [{ type: 'load', from: 12 }, 'startAudio'],
    },
    {
      it: 'stays silent when it is loaded again after a pause',
      state: playing({ status: 'paused', isBroken: true }),
      event: { type: 'retryDue' },
      session: { status: 'paused' },
      effects: [{ type: 'load', from: 12 }],
    },
    {
      it: 'is replaced by the current recording at the same sentence',
      state: playing(),
      event: { type: 'reloaded', narration: createNarration('full', { pace: 20 }) },
      session: { status: 'loading' },
      playhead: 20,
      effects: [{ type: 'load', from: 20 }, 'startAudio'],
    },
    {
      it: 'has its timings requested again if the file’s length differs, once',
      state: playing(),
      event: { type: 'metadataLoaded', duration: 80 },
      session: { mismatchedSource: full.source },
      effects: ['reloadRecording'],
    },
    {
      it: 'keeps timings that were requested again',
      state: playing({ mismatchedSource: full.source }),
      event: { type: 'metadataLoaded', duration: 80 },
      effects: [],
    },
  ])('$it', checkTransition);
});

describe('a change of the reader', () => {
  const reader = (isSignedIn: boolean, isPremium: boolean): PlayerEvent => ({
    type: 'readerChanged',
    isSignedIn,
    isPremium,
  });
  it.each<Case>([
    {
      it: 'stops the narration at sign-out',
      state: playing(),
      event: reader(false, false),
      session: null,
      effects: ['reset', 'announceSignOut'],
    },
    {
      it: 'shows no message at sign-out if nothing plays',
      state: playing({ status: 'paused' }),
      event: reader(false, false),
      session: null,
      effects: ['reset'],
    },
    {
      it: 'lets a preview continue at sign-out',
      state: playing({ narration: preview }),
      event: reader(false, false),
      session: { status: 'playing' },
      effects: [],
    },
    {
      it: 'requests the narration that the reader may hear when their plan changes',
      state: playing(),
      event: reader(true, false),
      session: { status: 'playing' },
      effects: ['savePosition', 'cancelRequests', 'reloadRecording'],
    },
    {
      it: 'ends playback past the end of the preview',
      state: playing({}, 30),
      event: { type: 'reloaded', narration: preview },
      session: { narration: preview, status: 'ended' },
      playhead: 20,
      effects: [{ type: 'load', from: 0 }, 'promptAfterPreview'],
    },
    {
      it: 'does not move the playhead when the preview is loaded again at its end',
      state: playing({ narration: preview, status: 'ended' }, 20),
      event: { type: 'progressed', seconds: 0, isPaused: true },
      playhead: 20,
      effects: [],
    },
  ])('$it', checkTransition);
});
