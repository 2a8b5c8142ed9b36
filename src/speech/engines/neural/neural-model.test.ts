import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeTinyKokoroModel, writeTinyVitsModel } from '#server/testing/tiny-voices.ts';
import { getEngineVoicesOfModel, readModelDescription } from './neural-model.ts';
import { VoiceModelError } from './voice-model-error.ts';

let folder: string;
const file = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => writeFileSync(file(name), text);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-model-'));
  return () => rmSync(folder, { recursive: true });
});

/** Expects that reading the model fails with a message that contains all `parts`. */
function expectRejection(...parts: string[]): void {
  expect(() => readModelDescription(folder)).toThrow(VoiceModelError);
  for (const part of parts) expect(() => readModelDescription(folder)).toThrow(part);
}

describe('the narrators of a model', () => {
  const listSpeakersByNarrator = () =>
    Object.entries(readModelDescription(folder).narrators).map(([narrator, { speaker }]) => [
      narrator,
      speaker,
    ]);

  it('are found by the names of its speakers, and have the numbers of this model', () => {
    writeTinyKokoroModel(folder, [
      'bm_lewis',
      'af_sky',
      'af_heart',
      'bf_emma',
      'am_adam',
      'bm_george',
    ]);
    expect(listSpeakersByNarrator()).toEqual([
      ['af', 2],
      ['am', 4],
      ['bf', 3],
      ['bm', 5],
    ]);
  });

  it('have the accents of their countries', () => {
    writeTinyKokoroModel(folder);
    const { af, am, bf, bm } = readModelDescription(folder).narrators;
    expect([af, am].map(({ accent }) => accent)).toEqual(['en-us', 'en-us']);
    expect([bf, bm].map(({ accent }) => accent)).toEqual(['en-gb-x-rp', 'en-gb-x-rp']);
  });

  it('speak more slowly if their speakers are fast, unless narrators.json names a speed', () => {
    writeTinyKokoroModel(folder);
    expect(readModelDescription(folder).narrators).toMatchObject({
      af: { speed: 0.87 },
      am: { speed: 1 },
      bf: { speed: 0.83 },
    });
    write('narrators.json', '{"af": {"speaker": "af_heart", "speed": 1.1}, "am": {"speaker": 3}}');
    const { af, am } = readModelDescription(folder).narrators;
    expect([af.speed, am.speed]).toEqual([1.1, 0.83]);
  });

  it('are taken from narrators.json, by name or number, with their speed', () => {
    writeTinyKokoroModel(folder);
    write('narrators.json', '{"af": {"speaker": "af_bella", "speed": 0.9}, "bm": {"speaker": 2}}');
    const { af, bm, am } = readModelDescription(folder).narrators;
    expect(af).toMatchObject({ speaker: 0, speed: 0.9 });
    expect(bm).toMatchObject({ speaker: 2, speed: 1 });
    expect(am).toMatchObject({ speaker: 2, speed: 1 });
  });

  it('can be chosen from all speakers, which fit narrators by their names', () => {
    writeTinyKokoroModel(folder);
    const { speakers, defaults } = getEngineVoicesOfModel(readModelDescription(folder));
    expect(speakers.map(({ name, fits }) => [name, ...fits])).toEqual([
      ['af_bella', 'af'],
      ['af_heart', 'af'],
      ['am_michael', 'am'],
      ['bf_emma', 'bf'],
      ['bm_george', 'bm'],
    ]);
    expect(defaults.bf).toEqual({ speaker: 'bf_emma', speed: 0.83 });
    expect(speakers[3]!.speed).toBe(0.83);
  });

  it('have numbers instead of names if the model has no names', () => {
    writeTinyVitsModel(folder);
    write(
      'narrators.json',
      '{"af":{"speaker":3},"am":{"speaker":1},"bf":{"speaker":2},"bm":{"speaker":0}}',
    );
    const { speakers, defaults } = getEngineVoicesOfModel(readModelDescription(folder));
    expect(speakers.map(({ name }) => name)).toEqual(['0', '1', '2', '3']);
    expect(defaults.af).toEqual({ speaker: '3', speed: 1 });
  });

  it('share one speaker if the model does not name the number of its speakers', () => {
    writeTinyVitsModel(folder);
    const bytes = readFileSync(file('model.onnx')).toString('latin1');
    writeFileSync(file('model.onnx'), bytes.replace('n_speakers', 'x_speakers'), 'latin1');
    write(
      'narrators.json',
      '{"af":{"speaker":0},"am":{"speaker":0},"bf":{"speaker":0},"bm":{"speaker":0}}',
    );
    const { speakers } = getEngineVoicesOfModel(readModelDescription(folder));
    expect(speakers.map(({ name }) => name)).toEqual(['0']);
    write('narrators.json', '{"af":{"speaker":1}}');
    expectRejection('speaker');
  });

  it('are requested from the operator if the model has no names', () => {
    writeTinyVitsModel(folder);
    expectRejection('which of its 4 speakers is af (American Female), am', file('narrators.json'));
    const all = ['af', 'am', 'bf', 'bm'].map((narrator, speaker) => [narrator, { speaker }]);
    write('narrators.json', JSON.stringify(Object.fromEntries(all)));
    expect(listSpeakersByNarrator().map(([, speaker]) => speaker)).toEqual([0, 1, 2, 3]);
  });

  it('are requested individually if some are missing', () => {
    writeTinyKokoroModel(folder, ['af_maple', 'af_sol', 'bf_vale', 'zm_010']);
    expectRejection(
      'which of its 4 speakers (af_maple, af_sol, bf_vale, zm_010) is am (American Male), bm (British Male).',
    );
  });

  it.each([
    ['{"af": {"speaker": "af_nobody"}}', 'speaker af_nobody, but the model has af_bella'],
    ['{"af": {"speaker": 5}}', 'speaker 5'],
    ['{"af": {"speaker": 1, "speed": 9}}', 'is invalid'],
    ['{"aa": {"speaker": 1}}', 'is invalid'],
    ['{"af": ', 'is invalid'],
  ])('are rejected if narrators.json contains %s', (text, sentence) => {
    writeTinyKokoroModel(folder);
    write('narrators.json', text);
    expectRejection(file('narrators.json'), sentence.replace('’', "'"));
  });
});

describe('the version of a model', () => {
  const version = () => readModelDescription(folder).version;

  it('is the same in any folder', () => {
    writeTinyKokoroModel(folder);
    const first = version();
    rmSync(folder, { recursive: true });
    writeTinyKokoroModel(folder);
    write('README.md', 'Something about it.');
    expect(version()).toBe(first);
  });

  it.each<[string, () => void]>([
    ['a voice', () => writeFileSync(file('voices.bin'), Buffer.alloc(5 * 510 * 8 * 4, 7))],
    ['the pronunciation', () => appendFileSync(file('espeak-ng-data/en_dict'), 'x')],
    ['a token', () => appendFileSync(file('tokens.txt'), 'x 99\n')],
    ['a narrator', () => write('narrators.json', '{"af": {"speaker": "af_bella"}}')],
  ])('changes with %s', (_, change) => {
    writeTinyKokoroModel(folder);
    const first = version();
    change();
    expect(version()).not.toBe(first);
  });
});

describe('the error for an unusable folder', () => {
  it('reports a missing folder', () => {
    folder = path.join(folder, 'nowhere');
    expectRejection(`cannot read the folder ${folder}`, 'npm run narrator:neural');
    writeTinyVitsModel(folder);
  });

  it('reports a folder without a model', () => {
    expectRejection(`${folder} contains no .onnx file`);
  });

  it('reports several models, none with a preferred name', () => {
    writeTinyVitsModel(folder, { name: 'a.onnx' });
    writeTinyVitsModel(folder, { name: 'b.onnx' });
    expectRejection('several models (a.onnx, b.onnx)', 'Rename one of them to model.onnx');
  });

  it('reports a truncated model', () => {
    writeTinyKokoroModel(folder);
    truncateSync(file('model.onnx'), 300);
    expectRejection(file('model.onnx'), 'it is truncated', 'Download it again');
  });

  it('reports an empty model', () => {
    write('model.onnx', '');
    expectRejection('it is empty');
  });

  it('reports a web page or a pointer file instead of a model', () => {
    write('model.onnx', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n');
    expectRejection(file('model.onnx'), 'is not a complete ONNX model');
  });

  it('reports a model of an unknown kind', () => {
    writeTinyKokoroModel(folder, undefined, 'matcha-tts');
    expectRejection('unsupported type "matcha-tts"', 'Supported types: kokoro, kitten-tts, vits');
  });

  it('names all missing files', () => {
    writeTinyKokoroModel(folder);
    rmSync(file('voices.bin'));
    rmSync(file('espeak-ng-data/phontab'));
    expectRejection('is missing voices.bin, espeak-ng-data/phontab, required by a kokoro model');
  });

  it('reports voices of a different model', () => {
    writeTinyKokoroModel(folder);
    truncateSync(file('voices.bin'), 1000);
    expectRejection(`${file('voices.bin')} has 1000 bytes, but its model needs 81600`);
  });
});
