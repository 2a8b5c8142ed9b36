import { describe, expect, it } from 'vitest';
import { BusyError } from '#server/platform/errors.ts';
import { recordScriptAsHum } from '#server/testing/humming-recorder.ts';
import { buildLexicon, EMPTY_LEXICON } from '#speech/script/lexicon.ts';
import type { ActiveSpeechEngine } from './active-speech-engine.ts';
import { VoiceTrialService } from './voice-trial-service.ts';

const TRIAL = { narrator: 'bf', voice: { speed: 1 }, text: 'Hello.' } as const;
const NEVER_ABORTED = new AbortController().signal;

/**
 * Creates a speech engine whose recordings wait for `gate`. `counts` contains the current and the highest number of
 * simultaneous recordings.
 */
function createGatedSpeech(gate: Promise<void>) {
  const counts = { now: 0, max: 0 };
  const recordTrial: ActiveSpeechEngine['recordTrial'] = async function* (
    script,
    narrator,
    _voice,
    signal,
  ) {
    counts.max = Math.max(counts.max, ++counts.now);
    try {
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      await Promise.race([gate, stopped]);
      return yield* recordScriptAsHum(script, narrator);
    } finally {
      counts.now--;
    }
  };
  return { counts, recordTrial };
}

describe('trials of voices', () => {
  it('are pronounced as in narrations', async () => {
    const spokenSentences: string[] = [];
    const recordTrial: ActiveSpeechEngine['recordTrial'] = (script, narrator) => {
      for (const { passages } of script.sections)
        for (const { sentences } of passages)
          spokenSentences.push(...sentences.map((each) => each.spoken));
      return recordScriptAsHum(script, narrator);
    };
    const trials = new VoiceTrialService({ recordTrial }, buildLexicon({ Euler: 'Oiler' }));
    await trials.speak({ ...TRIAL, text: 'Euler was right.' }, NEVER_ABORTED);
    expect(spokenSentences).toEqual(['Oiler was right.']);
  });

  it('are spoken one after the other, and rejected if too many wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const speech = createGatedSpeech(promise);
    const trials = new VoiceTrialService(speech, EMPTY_LEXICON);
    const accepted = Array.from({ length: 4 }, () => trials.speak(TRIAL, NEVER_ABORTED));
    await expect(trials.speak(TRIAL, NEVER_ABORTED)).rejects.toThrow(BusyError);
    resolve();
    for (const speech of await Promise.all(accepted)) expect(speech.length).toBeGreaterThan(0);
    expect(speech.counts.max).toBe(1);
  });

  it('end when their editor has left, and make room for the next one', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const speech = createGatedSpeech(promise);
    const trials = new VoiceTrialService(speech, EMPTY_LEXICON);
    const editorLeft = new AbortController();
    const first = trials.speak(TRIAL, editorLeft.signal);
    const second = trials.speak(TRIAL, NEVER_ABORTED);
    editorLeft.abort(new Error('The editor has left.'));
    await expect(first).rejects.toThrow('The editor has left.');
    resolve();
    expect((await second).length).toBeGreaterThan(0);
  });

  it('end after a time limit, with a sentence for the editor', async () => {
    const speech = createGatedSpeech(new Promise(() => {}));
    const trials = new VoiceTrialService(speech, EMPTY_LEXICON, { timeLimit: 20 });
    const trial = trials.speak(TRIAL, NEVER_ABORTED);
    await expect(trial).rejects.toThrow(BusyError);
    await expect(trial).rejects.toThrow('longer than 0.02 seconds');
    expect(speech.counts.now).toBe(0);
  });
});
