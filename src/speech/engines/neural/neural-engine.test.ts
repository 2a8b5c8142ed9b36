import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import {
  TINY_MODEL_SAMPLE_RATE,
  writeTinyKokoroModel,
  writeTinyVitsModel,
} from '#server/testing/tiny-voices.ts';
import { measurePitch } from '../../../../bench/sound.ts';
import { recordSkippedSuites } from '../../../../scripts/recap.mjs';
import type { BlockingSpeechEngine } from '../engine.ts';
import { createSpeechEngineFromNeuralModel, openNeuralEngine } from './neural-engine.ts';
import { readModelDescription } from './neural-model.ts';
import {
  findSherpaVersion,
  getSherpaFolder,
  type OfflineTtsConfig,
  REQUIRED_SHERPA_VERSION,
} from './sherpa-onnx.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-neural-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the engine of a model', () => {
  const configs: OfflineTtsConfig[] = [];
  const requests: object[] = [];
  /** A stand-in for sherpa-onnx that records its configurations and requests. */
  class OfflineTts {
    numSpeakers = 5;
    sampleRate = TINY_MODEL_SAMPLE_RATE;
    constructor(config: OfflineTtsConfig) {
      configs.push(config);
    }
    generate(request: { text: string }) {
      if (request.text === 'Oh.') throw new Error('TTS generation failed');
      requests.push(request);
      return {
        samples: new Float32Array(request.text === 'Hm.' ? 0 : 9),
        sampleRate: TINY_MODEL_SAMPLE_RATE,
      };
    }
  }
  let engine: BlockingSpeechEngine;
  beforeAll(() => {
    writeTinyKokoroModel(path.join(folder, 'kokoro'));
    engine = createSpeechEngineFromNeuralModel(
      { OfflineTts },
      readModelDescription(path.join(folder, 'kokoro')),
      folder,
    );
  });

  it('passes all files of the model to the module', () => {
    const getPath = (name: string) => path.join(folder, 'kokoro', name);
    expect(configs[0]).toMatchObject({
      model: {
        kokoro: {
          model: getPath('model.onnx'),
          voices: getPath('voices.bin'),
          tokens: getPath('tokens.txt'),
          dataDir: getPath('espeak-ng-data'),
        },
        provider: 'cpu',
      },
    });
  });

  it('uses each narrator’s speaker and accent, and the pauses of the model', () => {
    engine.speak('Wait.', 'bf');
    expect(requests.at(-1)).toEqual({
      text: 'Wait.',
      enableExternalBuffer: false,
      generationConfig: { sid: 3, speed: 0.83, silenceScale: 1, extra: { lang: 'en-gb-x-rp' } },
    });
  });

  it('uses the speaker and the speed that an editor has chosen', () => {
    engine.speak('Wait.', 'bf', { speaker: 'af_bella', speed: 1.2 });
    expect(requests.at(-1)).toMatchObject({
      generationConfig: { sid: 0, speed: 1.2, extra: { lang: 'en-gb-x-rp' } },
    });
    engine.speak('Wait.', 'bf', { speed: 1.2 });
    expect(requests.at(-1)).toMatchObject({ generationConfig: { sid: 3, speed: 1.2 } });
    expect(() => engine.speak('Wait.', 'bf', { speaker: 'bf_lily', speed: 1 })).toThrow(
      'has no speaker bf_lily.',
    );
  });

  it('rejects text without letters, and empty audio', () => {
    const before = requests.length;
    expect(() => engine.speak('…', 'af')).toThrow('cannot speak "…"');
    expect(requests).toHaveLength(before);
    expect(() => engine.speak('Hm.', 'af')).toThrow('produced no audio for "Hm."');
    expect(() => engine.speak('Oh.', 'af')).toThrow('cannot speak "Oh.": TTS generation failed.');
  });
});

/** The folder in which `npm run narrator:neural` installs sherpa-onnx. It is inside the data folder (`DATA_DIR`). */
const MODULE = getSherpaFolder(readConfig(process.env).DATA_DIR);
const isInstalled = findSherpaVersion(MODULE) === REQUIRED_SHERPA_VERSION;
if (!isInstalled)
  recordSkippedSuites(
    'tests of the real neural speech module: "npm run narrator:neural" installs it.',
  );

describe.skipIf(!isInstalled)('the real module, with a model of a few kilobytes', () => {
  let engine: BlockingSpeechEngine;
  beforeAll(() => {
    const model = path.join(folder, 'vits');
    writeTinyVitsModel(model);
    const narrators = ['af', 'am', 'bf', 'bm'].map((name, at) => [
      name,
      { speaker: at, speed: 0.5 + at / 2 },
    ]);
    writeFileSync(
      path.join(model, 'narrators.json'),
      JSON.stringify(Object.fromEntries(narrators)),
    );
    // The engine stores the gain of each voice in a folder next to the speech module. The module is opened through a
    // link in the test's temporary folder, so that the gains are stored there and not next to the installed module.
    mkdirSync(path.join(folder, 'narrator'));
    symlinkSync(MODULE, path.join(folder, 'narrator/module'), 'junction');
    engine = openNeuralEngine(model, path.join(folder, 'narrator/module'));
  });

  it('speaks with the speaker of each narrator', () => {
    const pitches = (['af', 'am', 'bf', 'bm'] as const).map((narrator) =>
      Math.round(
        measurePitch(engine.speak('And on it goes, and on.', narrator), engine.sampleRate) / 10,
      ),
    );
    expect(pitches).toEqual([12, 18, 24, 30]);
  });

  it('speaks at the speed of each narrator', () => {
    const slow = engine.speak('And on it goes.', 'af').length;
    expect(engine.speak('And on it goes.', 'bm').length).toBe(slow / 4);
  });

  it('makes loud and quiet speakers equally loud by their gains', () => {
    // The speaker used for the narrator `bm` is four times as loud as the one used for the narrator `af`. The gains
    // must therefore differ by about 12 dB.
    const difference = engine.gainOf('af') - engine.gainOf('bm');
    expect(difference).toBeGreaterThan(11);
    expect(difference).toBeLessThan(14);
  });

  it('returns the same samples for the same words', () => {
    const first = engine.speak('The same.', 'am');
    engine.speak('Something else.', 'bf');
    expect(engine.speak('The same.', 'am')).toEqual(first);
  });
});
