import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { MPEGDecoder } from 'mpg123-decoder';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { StartError } from '#server/platform/start-error.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { HUMMING_MODULE_SOURCE, writeSherpaStandIn } from '#server/testing/sherpa-stand-in.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { TINY_MODEL_SAMPLE_RATE, writeTinyKokoroModel } from '#server/testing/tiny-voices.ts';
import { getSherpaFolder } from '#speech/engines/neural/sherpa-onnx.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { createNarrationServices } from './create-narration-services.ts';
import { readNarrationSettings } from './narration-settings.ts';
import { claimNewOrExistingNarrationJob } from './repository.ts';

const database = await pgliteTestEngine.open();
afterAll(() => database.close());

let folder: string;
let model: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-audio-'));
  model = path.join(folder, 'model');
  writeTinyKokoroModel(model);
  return () => rmSync(folder, { recursive: true });
});

async function createServices() {
  const config = readConfig({ DATA_DIR: folder, NARRATOR_MODEL: model });
  const files = await openFileStore(config, path.join(folder, 'files'));
  const pictures = { read: async () => undefined };
  return createNarrationServices({
    database,
    files,
    pictures,
    content: TEST_LIBRARY_FOLDER,
    config,
  });
}

it.runIf(isRunOfAllTests())(
  'createNarrationServices synthesizes with a model in a child process',
  async () => {
    writeSherpaStandIn(getSherpaFolder(folder), HUMMING_MODULE_SOURCE);
    const { samples } = await createServices();
    await samples.record('bm');
    const { body } = (await samples.read('bm'))!;
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { sampleRate, samplesDecoded } = decoder.decode(await buffer(body));
    decoder.free();
    expect(sampleRate).toBe(TINY_MODEL_SAMPLE_RATE);
    // The test's engine synthesizes 0.1 seconds per letter, and the text has more than a hundred letters, so the audio
    // is longer than ten seconds.
    expect(samplesDecoded / sampleRate).toBeGreaterThan(10);
  },
);

it.runIf(isRunOfAllTests())(
  'createNarrationServices synthesizes with the voice that an editor has chosen',
  async () => {
    writeSherpaStandIn(getSherpaFolder(folder), HUMMING_MODULE_SOURCE);
    const { samples, speech } = await createServices();
    const measureSize = async () => {
      await samples.record('bm');
      const { body, size } = (await samples.read('bm'))!;
      body.destroy();
      return size;
    };
    const defaultSize = await measureSize();
    const settings = await readNarrationSettings(database.queries);
    speech.apply({
      ...settings,
      chosenVoices: { neural: { bm: { speaker: 'af_bella', speed: 2 } } },
    });
    expect((await measureSize()) / defaultSize).toBeLessThan(0.7);
  },
);

it.runIf(isRunOfAllTests())(
  'createNarrationServices ends the claims that an earlier process left in the embedded database',
  async () => {
    writeSherpaStandIn(getSherpaFolder(folder), HUMMING_MODULE_SOURCE);
    const request = { recording: 'left', extent: 'whole' } as const;
    await claimNewOrExistingNarrationJob(database.queries, request);
    expect(await claimNewOrExistingNarrationJob(database.queries, request)).toBeUndefined();
    await createServices();
    expect(await claimNewOrExistingNarrationJob(database.queries, request)).toBeDefined();
  },
);

it.each<[string, RegExp, () => void]>([
  ['the module is missing', /^NARRATOR_MODEL needs sherpa-onnx-node/, () => {}],
  [
    'the folder is missing',
    /^NARRATOR_MODEL: cannot read the folder/,
    () => {
      model = path.join(folder, 'nowhere');
    },
  ],
  [
    'the module cannot be loaded',
    /cannot speak: sherpa-onnx-node cannot be loaded on this machine/,
    () => writeSherpaStandIn(getSherpaFolder(folder), 'throw new Error();'),
  ],
  [
    'the model produces no audio',
    /cannot speak: The model produced no audio for/,
    () =>
      writeSherpaStandIn(
        getSherpaFolder(folder),
        `exports.OfflineTts = class {
          sampleRate = 24000;
          generate() { return { samples: new Float32Array(0) }; }
        };`,
      ),
  ],
  [
    'the model ends the process',
    /cannot speak: The recording process exited\./,
    () =>
      writeSherpaStandIn(
        getSherpaFolder(folder),
        'exports.OfflineTts = class { constructor() { process.exit(255); } };',
      ),
  ],
])(
  'createNarrationServices rejects with a message for the operator if %s',
  async (_, sentence, prepare) => {
    prepare();
    const creation = createServices();
    await expect(creation).rejects.toThrow(StartError);
    await expect(creation).rejects.toThrow(sentence);
  },
);
