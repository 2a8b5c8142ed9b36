import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ServiceEngineChoice } from '../engine.ts';
import { openServiceEngine } from './service-engine.ts';
import { addWaveHeader } from './wave.ts';

/**
 * Simulated speech of a given level at 48 kHz: half a second of a tone whose volume rises and falls as if it had
 * syllables.
 */
const createSpeech = (level: number) => {
  const samples = Int16Array.from(
    { length: 24_000 },
    (_, at) => level * 32_767 * Math.sin(at / 20) * Math.sin((Math.PI * at) / 6000) ** 2,
  );
  return addWaveHeader(new Uint8Array(samples.buffer), 48_000);
};

let choice: ServiceEngineChoice;
beforeEach(() => {
  const gainsFolder = mkdtempSync(path.join(tmpdir(), 'octavo-service-'));
  choice = { engine: 'service', version: 'service-1', gainsFolder, lookAhead: 3 };
  return () => rmSync(gainsFolder, { recursive: true });
});

it('converts speech to the sample rate of recordings', async () => {
  const engine = openServiceEngine(choice, async () => createSpeech(0.5));
  expect(engine).toMatchObject({ sampleRate: 24_000, lookAhead: 3, version: 'service-1' });
  expect(await engine.speak('Wait.', 'af')).toHaveLength(12_000);
});

it('measures the gain of each narrator once, also for later processes', async () => {
  const request = vi.fn(async (_: string, narrator: string) =>
    createSpeech(narrator === 'af' ? 0.5 : 0.05),
  );
  const engine = openServiceEngine(choice, request);
  const gains = await Promise.all([engine.gainOf('af'), engine.gainOf('af'), engine.gainOf('bm')]);
  expect(gains[1]).toBe(gains[0]);
  expect(Math.abs(gains[2] - gains[0] - 20)).toBeLessThan(1);
  expect(request).toHaveBeenCalledTimes(4);
  expect(await openServiceEngine(choice, request).gainOf('af')).toBe(gains[0]);
  expect(request).toHaveBeenCalledTimes(4);
});

it('measures a gain again after a failure', async () => {
  const request = vi.fn(async () => createSpeech(0.5));
  request.mockRejectedValueOnce(new Error('Not now.'));
  const engine = openServiceEngine(choice, request);
  await expect(engine.gainOf('am')).rejects.toThrow('Not now.');
  expect(await engine.gainOf('am')).toBeTypeOf('number');
});

it('rejects with the error of the request, and for audio that is no WAV', async () => {
  const failingEngine = openServiceEngine(choice, async () =>
    Promise.reject(new Error('Too much.')),
  );
  await expect(failingEngine.speak('Wait.', 'af')).rejects.toThrow('Too much.');
  const invalidEngine = openServiceEngine(choice, async () => new Uint8Array(9));
  await expect(invalidEngine.speak('Wait.', 'af')).rejects.toThrow('instead of WAV');
});
