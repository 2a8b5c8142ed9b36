import { createHash } from 'node:crypto';
import type { ByteRange } from '#domain/byte-ranges.ts';
import { NARRATOR_SAMPLE_SENTENCES } from '#domain/narrator-sample.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import type { FileStore, StreamedFile } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { concatBytes } from '#speech/encoding/bytes.ts';
import { buildMp3File } from '#speech/encoding/mp3-file.ts';
import { RECORDING_FORMAT_VERSION } from '#speech/recording.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
import type { VoicesInUse } from './preparation.ts';
import type { Recorder } from './recorder.ts';

/** Short audio samples of the narrators' voices. A sample is recorded when it is first requested, and then stored. */
export interface NarratorSampleService {
  /**
   * Reads the audio file of a narrator's sample, or a byte range of the file. Returns undefined if the sample does not
   * exist yet. Throws the same errors as {@link FileStore}.
   */
  read(narrator: NarratorId, range?: ByteRange): Promise<StreamedFile | undefined>;
  /**
   * Reads the narrator's sample in an earlier voice. If there are several, reads the one in the most recent voice.
   * Returns undefined if there is none.
   */
  readFormer(narrator: NarratorId, range?: ByteRange): Promise<StreamedFile | undefined>;
  /**
   * Records a narrator's sample unless it exists. Simultaneous calls share one recording, even if they are made in
   * different processes. Rejects if the recording fails.
   */
  record(narrator: NarratorId): Promise<void>;
}

/** The voices that record a sample if the speech service fails or is too slow. */
interface SubstituteVoices {
  recorder: Recorder;
  voices: string;
  /** Receives the error from the speech service. */
  onFault?: ((error: unknown, path: string) => void) | undefined;
}

interface SampleOptions {
  /** The voices in use. The properties of this object may change while the process runs. */
  voices: VoicesInUse;
  ending?: AbortSignal;
  /**
   * The voices that record a sample if the speech service fails or is too slow. They are used only for samples, because
   * a voice must not change within the recording of an article.
   */
  substitute?: SubstituteVoices;
}

/** Milliseconds after which a speech service counts as too slow. The substitute voices then record the sample. */
const SERVICE_TIMEOUT = 15_000;
/**
 * Milliseconds for which a sample by the substitute voices is served. After this time, the speech service is tried
 * again.
 */
const SUBSTITUTE_TTL = 60_000;

export function createNarratorSampleService(
  database: Database,
  files: FileStore,
  recorder: Recorder,
  { voices, ending, substitute }: SampleOptions,
): NarratorSampleService {
  /** The samples that this process is recording. Simultaneous requests for a sample share one recording. */
  const recordings = new SingleFlight<void>();

  /**
   * For each narrator, the time at which the substitute voices last recorded a sample, in milliseconds since 1970. They
   * do so if the speech service fails or is too slow.
   */
  const substitutedAt = new Map<NarratorId, number>();

  const record = async (
    sampleRecorder: Recorder,
    narrator: NarratorId,
    key: string,
    signal: AbortSignal,
  ) => {
    const frames: Uint8Array[] = [];
    const parts = sampleRecorder.record(buildSampleScript(), narrator, { signal });
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) frames.push(next.value.frames);
    const { name } = NARRATORS_BY_ID[narrator];
    const content = { title: name, author: 'Octavo', narrator: name, chapters: [] };
    const file = buildMp3File(concatBytes(frames), next.value.samples, content);
    await files.write(key, file, 'audio/mpeg');
  };

  /** Records a sample while holding a lock. Other processes wait for the lock and then find the stored sample. */
  const recordUnderLock = (
    sampleRecorder: Recorder,
    narrator: NarratorId,
    key: string,
    signal: AbortSignal,
  ) =>
    withLock(
      database,
      `sample ${key}`,
      async (lockLost) => {
        if (await files.has(key)) return;
        await record(sampleRecorder, narrator, key, AbortSignal.any([lockLost, signal]));
      },
      signal,
    );

  const recordOnce = (
    sampleRecorder: Recorder,
    narrator: NarratorId,
    fingerprint: string,
    timeout?: number,
  ) => {
    const key = buildKey(narrator, fingerprint);
    return recordings.run(key, () => {
      const signals = [ending, timeout && AbortSignal.timeout(timeout)].flatMap(
        (each) => each || [],
      );
      return recordUnderLock(sampleRecorder, narrator, key, AbortSignal.any(signals));
    });
  };

  const isSubstituted = (narrator: NarratorId) =>
    Date.now() - (substitutedAt.get(narrator) ?? Number.NEGATIVE_INFINITY) < SUBSTITUTE_TTL;

  const recordSubstitute = async (
    { recorder: sampleRecorder, voices: fingerprint, onFault }: SubstituteVoices,
    narrator: NarratorId,
    error: unknown,
  ) => {
    onFault?.(error, `sample/${narrator}`);
    await recordOnce(sampleRecorder, narrator, fingerprint);
    substitutedAt.set(narrator, Date.now());
  };

  return {
    async read(narrator, range) {
      const sample = await files.read(buildKey(narrator, voices.fingerprints[narrator]), range);
      if (sample || !substitute || !isSubstituted(narrator)) return sample;
      return files.read(buildKey(narrator, substitute.voices), range);
    },

    async readFormer(narrator, range) {
      for (const former of voices.former) {
        const sample = await files.read(buildKey(narrator, former), range);
        if (sample) return sample;
      }
      return undefined;
    },

    async record(narrator) {
      if (!substitute) return recordOnce(recorder, narrator, voices.fingerprints[narrator]);
      try {
        await recordOnce(recorder, narrator, voices.fingerprints[narrator], SERVICE_TIMEOUT);
      } catch (error) {
        if (ending?.aborted) throw error;
        await recordSubstitute(substitute, narrator, error);
      }
    },
  };
}

function buildSampleScript(): NarrationScript {
  const sentences = NARRATOR_SAMPLE_SENTENCES.map((text) => ({ start: 0, text, spoken: text }));
  const passages = [{ anchor: 'sample', sentences }];
  return { sections: [{ kind: 'opening', title: 'Sample', passages }] };
}

function buildKey(narrator: NarratorId, voices: string): string {
  const hash = createHash('sha256').update(
    JSON.stringify([RECORDING_FORMAT_VERSION, voices, narrator, NARRATOR_SAMPLE_SENTENCES]),
  );
  return `narrations/samples/${hash.digest('hex').slice(0, 32)}.mp3`;
}
