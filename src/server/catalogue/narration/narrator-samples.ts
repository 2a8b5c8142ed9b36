import { createHash } from 'node:crypto';
import { NARRATOR_SAMPLE_TEXT } from '#domain/narrator-sample.ts';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import type { ByteRange } from '#server/platform/files/ranges.ts';
import type { FileStore, OpenFile } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { concatBytes } from '#speech/encoding/bytes.ts';
import { buildMp3File } from '#speech/encoding/mp3-file.ts';
import { RECORDING_FORMAT_VERSION } from '#speech/recording.ts';
import type { Script } from '#speech/script/script.ts';
import type { Recorder } from './recorder.ts';

/** Samples of the narrators' voices. Each sample is recorded on its first request and then stored. */
export interface NarratorSamples {
  /**
   * Reads a narrator's sample, or a byte range of the sample. Returns undefined if the sample is not recorded yet.
   * Throws the errors of {@link FileStore}.
   */
  read(narrator: Narrator, range?: ByteRange): Promise<OpenFile | undefined>;
  /**
   * Records a narrator's sample unless it exists. Simultaneous calls share one recording, even across processes.
   * Rejects if the recording fails.
   */
  record(narrator: Narrator): Promise<void>;
}

export function createNarratorSamples(
  database: Database,
  files: FileStore,
  recorder: Recorder,
  { voices, ending }: { voices: string; ending?: AbortSignal },
): NarratorSamples {
  /** Samples that this process is recording now. Simultaneous requests share them. */
  const recordings = new SingleFlight<void>();

  const record = async (narrator: Narrator, key: string, stop: AbortSignal) => {
    const frames: Uint8Array[] = [];
    const parts = recorder.record(buildSampleScript(), narrator, stop);
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) frames.push(next.value.frames);
    const { name } = NARRATORS[narrator];
    const content = { title: name, author: 'Octavo', narrator: name, chapters: [] };
    const file = buildMp3File(concatBytes(frames), next.value.samples, content);
    await files.write(key, file, 'audio/mpeg');
  };

  /** Only one process at a time records a sample. Other processes wait for the lock and find the stored sample. */
  const recordUnderLock = (narrator: Narrator, key: string) =>
    withLock(
      database,
      `sample ${key}`,
      async (lost) => {
        if (await files.has(key)) return;
        await record(narrator, key, ending ? AbortSignal.any([lost, ending]) : lost);
      },
      ending,
    );

  return {
    read: (narrator, range) => files.read(buildKey(narrator, voices), range),

    async record(narrator) {
      const key = buildKey(narrator, voices);
      await recordings.run(key, () => recordUnderLock(narrator, key));
    },
  };
}

function buildSampleScript(): Script {
  const sentences = NARRATOR_SAMPLE_TEXT.map((text) => ({ start: 0, text, spoken: text }));
  const passages = [{ anchor: 'sample', sentences }];
  return { sections: [{ kind: 'opening', title: 'Sample', passages }] };
}

function buildKey(narrator: Narrator, voices: string): string {
  const hash = createHash('sha256').update(
    JSON.stringify([RECORDING_FORMAT_VERSION, voices, narrator, NARRATOR_SAMPLE_TEXT]),
  );
  return `narrations/samples/${hash.digest('hex').slice(0, 32)}.mp3`;
}
