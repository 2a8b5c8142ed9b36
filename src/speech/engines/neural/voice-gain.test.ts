import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { measureLoudness } from '../../mastering/loudness.ts';
import { masterSentenceAudio } from '../../mastering/sentence.ts';
import { loadOrMeasureVoiceGain, measureVoiceGain } from './voice-gain.ts';

const RATE = 24_000;
/**
 * Returns ten seconds of a pulsing tone that imitates syllables. Each pulse contains a click that the limiter
 * attenuates.
 */
const createSyllables = (loudness: number) =>
  Float32Array.from({ length: 10 * RATE }, (_, at) => {
    const syllable = Math.sin((Math.PI * at) / 6000) ** 2;
    const click = at % 6000 === 3000 ? 3 : 1;
    return loudness * syllable * click * Math.sin(at / 20);
  });

describe('the gain of a voice', () => {
  it.each([0.02, 0.1, 0.8])('brings a voice with an amplitude of %d to -16 LUFS', (loudness) => {
    const gain = measureVoiceGain(() => createSyllables(loudness), RATE);
    const mastered = masterSentenceAudio(createSyllables(loudness), RATE, gain);
    expect(Math.abs(measureLoudness(mastered, RATE) + 16)).toBeLessThan(0.3);
  });

  it('cannot be measured for silence', () => {
    expect(() => measureVoiceGain(() => new Float32Array(RATE), RATE)).toThrow('is silent');
  });

  it('is measured once', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-gain-'));
    const file = path.join(folder, 'gains', 'af.json');
    const measure = vi.fn(() => -2.5);
    expect([loadOrMeasureVoiceGain(file, measure), loadOrMeasureVoiceGain(file, measure)]).toEqual([
      -2.5, -2.5,
    ]);
    expect(measure).toHaveBeenCalledTimes(1);
    rmSync(folder, { recursive: true });
  });

  it('is measured each time if it cannot be stored', () => {
    const measure = () => 3;
    expect(loadOrMeasureVoiceGain('/dev/null/af.json', measure)).toBe(3);
  });
});
