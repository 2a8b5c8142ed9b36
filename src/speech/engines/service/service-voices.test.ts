import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  applyChosenVoice,
  computeServiceEngineVersion,
  getEngineVoicesOfService,
  hashSentence,
  readServiceVoices,
  type SpeechServiceSettings,
} from './service-voices.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-voices-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'narrators.json');
const nowhere = path.join(folder, 'nowhere.json');

describe('readServiceVoices', () => {
  it.each([
    ['kokoro', ['af_heart', 'am_michael', 'bf_emma', 'bm_george']],
    ['speaches-ai/Kokoro-82M-v1.0-ONNX', ['af_heart', 'am_michael', 'bf_emma', 'bm_george']],
    ['tts-1-hd', ['nova', 'onyx', 'shimmer', 'fable']],
    ['gpt-4o-mini-tts', ['coral', 'ash', 'sage', 'fable']],
  ])('knows the voices of %s', (model, names) => {
    const voices = readServiceVoices(nowhere, model);
    expect(Object.values(voices).map(({ voice }) => voice)).toEqual(names);
    expect(Object.values(voices).every(({ speed }) => speed === 1)).toBe(true);
  });

  it('prefers the voices in the file', () => {
    writeFileSync(file, '{ "bf": { "voice": "bf_isabella", "speed": 0.95 } }');
    expect(readServiceVoices(file, 'kokoro')).toMatchObject({
      af: { voice: 'af_heart', speed: 1 },
      bf: { voice: 'bf_isabella', speed: 0.95 },
    });
  });

  it('names the file and the narrators if the voices of a model are unknown', () => {
    writeFileSync(file, '{ "af": { "voice": "anna" }, "am": { "voice": "adam" } }');
    expect(() => readServiceVoices(file, 'chatter')).toThrow(
      `NARRATOR_SERVICE_MODEL: the voices of chatter are not known. Name one for bf (British Female), bm (British Male) in ${file}`,
    );
  });

  it.each([
    '{',
    '[]',
    '{ "af": { "speaker": 3 } }',
    '{ "xx": { "voice": "a" } }',
    '{ "af": { "voice": "a", "speed": 9 } }',
  ])('rejects the file %s with an example', (text) => {
    writeFileSync(file, text);
    expect(() => readServiceVoices(file, 'kokoro')).toThrow(`${file} is invalid. Write it like {`);
  });
});

const settings: SpeechServiceSettings = {
  endpoint: 'https://speech.example/v1/audio/speech',
  model: 'kokoro',
  voices: readServiceVoices(nowhere, 'kokoro'),
};
const withVoice = (change: object): SpeechServiceSettings => ({
  ...settings,
  voices: { ...settings.voices, bf: { ...settings.voices.bf, ...change } },
});

const CHANGES: [string, SpeechServiceSettings][] = [
  ['the URL', { ...settings, endpoint: 'https://other.example/v1/audio/speech' }],
  ['the model', { ...settings, model: 'kokoro-2' }],
  ['a voice', withVoice({ voice: 'bf_alice' })],
  ['a speed', withVoice({ speed: 0.9 })],
  ['instructions', withVoice({ instructions: 'Softly.' })],
];

describe('the version of the voices', () => {
  it.each(CHANGES)('changes with %s', (_, changed) => {
    expect(computeServiceEngineVersion(changed)).not.toBe(computeServiceEngineVersion(settings));
  });

  it('is the same for the same settings', () => {
    expect(computeServiceEngineVersion(withVoice({}))).toBe(computeServiceEngineVersion(settings));
  });
});

describe('the voices of a service', () => {
  const list = (model: string) => getEngineVoicesOfService(model, settings.voices);

  it.each([
    ['kokoro', 'bf_lily', ['bf']],
    ['gpt-4o-mini-tts', 'marin', ['af', 'bf']],
    ['tts-1', 'onyx', ['am', 'bm']],
  ])('are known for %s, with the narrators whom they fit', (model, name, fits) => {
    const { speakers } = list(model);
    expect(speakers.find((each) => each.name === name)).toEqual({ name, speed: 1, fits });
    for (const { voice } of Object.values(readServiceVoices(nowhere, model)))
      expect(speakers.map((each) => each.name)).toContain(voice);
  });

  it('may have any name', () => {
    expect(list('chatter')).toMatchObject({ speakers: [], hasUnlistedSpeakers: true });
  });

  it('keep their instructions if an editor chooses another one', () => {
    const voice = { voice: 'sage', speed: 1, instructions: 'Softly.' };
    expect(applyChosenVoice(voice, { speaker: 'nova', speed: 1.2 })).toEqual({
      ...{ voice: 'nova', speed: 1.2, instructions: 'Softly.' },
    });
    expect(applyChosenVoice(voice, { speed: 1.2 })).toMatchObject({ voice: 'sage', speed: 1.2 });
  });
});

describe('the hash of a sentence', () => {
  it.each(CHANGES)('changes with %s', (_, changed) => {
    expect(hashSentence(changed, changed.voices.bf, 'One.')).not.toBe(
      hashSentence(settings, settings.voices.bf, 'One.'),
    );
  });

  it('changes with the words, and not with the voice of another narrator', () => {
    expect(hashSentence(settings, settings.voices.bf, 'Two.')).not.toBe(
      hashSentence(settings, settings.voices.bf, 'One.'),
    );
    const changed = withVoice({ voice: 'bf_alice' });
    expect(hashSentence(changed, changed.voices.af, 'One.')).toBe(
      hashSentence(settings, settings.voices.af, 'One.'),
    );
  });
});
