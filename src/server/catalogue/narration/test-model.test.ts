import { describe, expect, it, vi } from 'vitest';
import { StartError } from '#server/platform/start-error.ts';
import type { Recorder } from './recorder.ts';
import { testModel } from './test-model.ts';

const LENGTH = { sampleRate: 24_000, samples: 0 };

/** Creates a recorder that calls `speak` with each narrator instead of recording audio. */
function createTestRecorder(speak: (narrator: string) => Promise<void>): Recorder {
  return {
    async *record(_script, narrator) {
      await speak(narrator);
      yield { frames: new Uint8Array() };
      return LENGTH;
    },
  };
}

describe('testModel', () => {
  it('lets every narrator speak, and does not wait for all of them', async () => {
    const narrators: string[] = [];
    await testModel(
      createTestRecorder(async (narrator) => {
        narrators.push(narrator);
      }),
      'model',
    );
    await vi.waitFor(() => expect(narrators).toEqual(['af', 'am', 'bf', 'bm']));
  });

  it('rejects if the first narrator cannot speak', async () => {
    const test = testModel(
      createTestRecorder(async () => {
        throw new Error('Nothing is heard.');
      }),
      'model',
    );
    await expect(test).rejects.toThrow(StartError);
    await expect(test).rejects.toThrow('the model in model cannot speak: Nothing is heard.');
  });

  it('does not stop the start of a busy machine, and reports a later failure', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const onFault = vi.fn();
    await testModel(
      createTestRecorder(() => promise),
      'model',
      { onFault, maxWait: 1 },
    );
    reject(new Error('Nothing is heard.'));
    await vi.waitFor(() =>
      expect(onFault).toHaveBeenCalledWith(expect.any(StartError), 'narrate/model'),
    );
  });

  it('reports a narrator who cannot speak', async () => {
    const onFault = vi.fn();
    const error = new Error('The voice is silent.');
    await testModel(
      createTestRecorder(async (narrator) => {
        if (narrator === 'bm') throw error;
      }),
      'model',
      { onFault },
    );
    await vi.waitFor(() => expect(onFault).toHaveBeenCalledWith(error, 'narrate/model'));
  });
});
