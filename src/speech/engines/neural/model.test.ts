import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeTinyKokoro, writeTinyVits } from '#server/testing/tiny-voices.ts';
import { readModel } from './model.ts';
import { VoiceModelError } from './voice-model-error.ts';

let folder: string;
const file = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => writeFileSync(file(name), text);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-model-'));
  return () => rmSync(folder, { recursive: true });
});

/** Expects that the model cannot be used, and that a sentence says all of this. */
function expectRefusal(...parts: string[]): void {
  expect(() => readModel(folder)).toThrow(VoiceModelError);
  for (const part of parts) expect(() => readModel(folder)).toThrow(part);
}

describe('the narrators of a model', () => {
  const speakersOf = () =>
    Object.entries(readModel(folder).narrators).map(([narrator, { speaker }]) => [
      narrator,
      speaker,
    ]);

  it('are those of its speakers who bear their names, by the numbers this model gives them', () => {
    writeTinyKokoro(folder, ['bm_lewis', 'af_sky', 'af_heart', 'bf_emma', 'am_adam', 'bm_george']);
    expect(speakersOf()).toEqual([
      ['af', 2],
      ['am', 4],
      ['bf', 3],
      ['bm', 5],
    ]);
  });

  it('pronounce words as their countries do', () => {
    writeTinyKokoro(folder);
    const { af, am, bf, bm } = readModel(folder).narrators;
    expect([af, am].map(({ accent }) => accent)).toEqual(['en-us', 'en-us']);
    expect([bf, bm].map(({ accent }) => accent)).toEqual(['en-gb-x-rp', 'en-gb-x-rp']);
  });

  it('are whom narrators.json names, by name or number, at the speed it says', () => {
    writeTinyKokoro(folder);
    write('narrators.json', '{"af": {"speaker": "af_bella", "speed": 0.9}, "bm": {"speaker": 2}}');
    const { af, bm, am } = readModel(folder).narrators;
    expect(af).toMatchObject({ speaker: 0, speed: 0.9 });
    expect(bm).toMatchObject({ speaker: 2, speed: 1 });
    expect(am).toMatchObject({ speaker: 2, speed: 1 });
  });

  it('are asked for where the model does not say who is who', () => {
    writeTinyVits(folder);
    expectRefusal('which of its 4 speakers is af (American Female), am', file('narrators.json'));
    const all = ['af', 'am', 'bf', 'bm'].map((narrator, speaker) => [narrator, { speaker }]);
    write('narrators.json', JSON.stringify(Object.fromEntries(all)));
    expect(speakersOf().map(([, speaker]) => speaker)).toEqual([0, 1, 2, 3]);
  });

  it('are asked for one by one', () => {
    writeTinyKokoro(folder, ['af_maple', 'af_sol', 'bf_vale', 'zm_010']);
    expectRefusal(
      'which of its 4 speakers (af_maple, af_sol, bf_vale, zm_010) is am (American Male), bm (British Male).',
    );
  });

  it.each([
    ['{"af": {"speaker": "af_nobody"}}', 'speaker af_nobody, but the model has af_bella'],
    ['{"af": {"speaker": 5}}', 'speaker 5'],
    ['{"af": {"speaker": 1, "speed": 9}}', 'is invalid'],
    ['{"aa": {"speaker": 1}}', 'is invalid'],
    ['{"af": ', 'is invalid'],
  ])('are not %s', (text, sentence) => {
    writeTinyKokoro(folder);
    write('narrators.json', text);
    expectRefusal(file('narrators.json'), sentence.replace('’', "'"));
  });
});

describe('the version of a model', () => {
  const version = () => readModel(folder).version;

  it('is the same wherever the same model lies', () => {
    writeTinyKokoro(folder);
    const first = version();
    rmSync(folder, { recursive: true });
    writeTinyKokoro(folder);
    write('README.md', 'Something about it.');
    expect(version()).toBe(first);
  });

  it.each<[string, () => void]>([
    ['a voice', () => writeFileSync(file('voices.bin'), Buffer.alloc(5 * 510 * 8 * 4, 7))],
    ['how words are spelled as sounds', () => appendFileSync(file('espeak-ng-data/en_dict'), 'x')],
    ['a token', () => appendFileSync(file('tokens.txt'), 'x 99\n')],
    ['a narrator', () => write('narrators.json', '{"af": {"speaker": "af_bella"}}')],
  ])('is another when %s is', (_, change) => {
    writeTinyKokoro(folder);
    const first = version();
    change();
    expect(version()).not.toBe(first);
  });
});

describe('a folder that cannot be used is told in a sentence:', () => {
  it('none at all', () => {
    folder = path.join(folder, 'nowhere');
    expectRefusal(`cannot read the folder ${folder}`, 'npm run narrator:neural');
    writeTinyVits(folder);
  });

  it('one without a model', () => {
    expectRefusal(`${folder} contains no .onnx file`);
  });

  it('one with several, of which none is the one', () => {
    writeTinyVits(folder, { name: 'a.onnx' });
    writeTinyVits(folder, { name: 'b.onnx' });
    expectRefusal('several models (a.onnx, b.onnx)', 'Rename one of them to model.onnx');
  });

  it('a model that was cut short', () => {
    writeTinyKokoro(folder);
    truncateSync(file('model.onnx'), 300);
    expectRefusal(file('model.onnx'), 'it is truncated', 'Download it again');
  });

  it('an empty model', () => {
    write('model.onnx', '');
    expectRefusal('it is empty');
  });

  it('a page or a pointer in the place of a model', () => {
    write('model.onnx', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n');
    expectRefusal(file('model.onnx'), 'is not a complete ONNX model');
  });

  it('a model of a kind that is not known', () => {
    writeTinyKokoro(folder, undefined, 'matcha-tts');
    expectRefusal('unsupported type "matcha-tts"', 'Supported types: kokoro, kitten-tts, vits');
  });

  it('files that are missing beside the model, all of them', () => {
    writeTinyKokoro(folder);
    rmSync(file('voices.bin'));
    rmSync(file('espeak-ng-data/phontab'));
    expectRefusal('is missing voices.bin, espeak-ng-data/phontab, required by a kokoro model');
  });

  it('voices of another model', () => {
    writeTinyKokoro(folder);
    truncateSync(file('voices.bin'), 1000);
    expectRefusal(`${file('voices.bin')} has 1000 bytes, but its model needs 81600`);
  });
});
