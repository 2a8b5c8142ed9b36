import { createHash } from 'node:crypto';
import type { ByteRange } from '#domain/byte-ranges.ts';
import { NARRATOR_SAMPLE_SENTENCES } from '#domain/narrator-sample.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { Database } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import type { FileStore, OpenFile } from '#server/platform/files/store.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { concatBytes } from '#speech/encoding/bytes.ts';
import { buildMp3File } from '#speech/encoding/mp3-file.ts';
import { RECORDING_FORMAT_VERSION } from '#speech/recording.ts';
import type { Script } from '#speech/script/script.ts';
import type { VoicesInUse } from './preparation.ts';
import type { Recorder } from './recorder.ts';

/** Samples of the narrators' voices. Each sample is recorded on its first request and then stored. */
export interface NarratorSamples {
  /**
   * Reads a narrator's sample, or a byte range of the sample. Returns undefined if the sample is not recorded yet.
   * Throws the errors of {@link FileStore}.
   */
  read(narrator: NarratorId, range?: ByteRange): Promise<OpenFile | undefined>;
  /** Reads a narrator's sample by the most recent former voices that have one. Returns undefined if there is none. */
  readFormer(narrator: NarratorId, range?: ByteRange): Promise<OpenFile | undefined>;
  /**
   * Records a narrator's sample unless it exists. Simultaneous calls share one recording, even across processes.
   * Rejects if the recording fails.
   */
  record(narrator: NarratorId): Promise<void>;
}

/** Voices that speak a sample if the speech service fails or is too slow. */
interface SubstituteVoices {
  recorder: Recorder;
  voices: string;
  /** Receives the error of the speech service. */
  onFault?: ((error: unknown, path: string) => void) | undefined;
}

interface SampleOptions {
  /** The voices in use. The object may change while the process runs. */
  voices: VoicesInUse;
  ending?: AbortSignal;
  /**
   * The substitute for the voices of a speech service. It is used only for samples, since the voice must not change
   * within a recording.
   */
  substitute?: SubstituteVoices;
}

/** Milliseconds after which a sample is spoken by the substitute, because a speech service is too slow. */
const SERVICE_TIMEOUT = 15_000;
/** Milliseconds for which the sample of the substitute is used before the speech service is tried again. */
const SUBSTITUTE_TTL = 60_000;

export function createNarratorSamples(
  database: Database,
  files: FileStore,
  recorder: Recorder,
  { voices, ending, substitute }: SampleOptions,
): NarratorSamples {
  /** Samples that this process is recording now. Simultaneous requests share them. */
  const recordings = new SingleFlight<void>();

  /**
   * For each narrator, the time in milliseconds since 1970 at which the substitute voices last recorded a sample, because
   * the speech service had failed or was too slow.
   */
  const substitutedAt = new Map<NarratorId, number>();

  const record = async (
    sampleRecorder: Recorder,
    narrator: NarratorId,
    key: string,
    stop: AbortSignal,
  ) => {
    const frames: Uint8Array[] = [];
    const parts = sampleRecorder.record(buildSampleScript(), narrator, stop);
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) frames.push(next.value.frames);
    const { name } = NARRATORS_BY_ID[narrator];
    const content = { title: name, author: 'Octavo', narrator: name, chapters: [] };
    const file = buildMp3File(concatBytes(frames), next.value.samples, content);
    await files.write(key, file, 'audio/mpeg');
  };

  /** Only one process at a time records a sample. Other processes wait for the lock and find the stored sample. */
  const recordUnderLock = (
    sampleRecorder: Recorder,
    narrator: NarratorId,
    key: string,
    stop: AbortSignal,
  ) =>
    withLock(
      database,
      `sample ${key}`,
      async (lockLost) => {
        if (await files.has(key)) return;
        await record(sampleRecorder, narrator, key, AbortSignal.any([lockLost, stop]));
      },
      stop,
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

function buildSampleScript(): Script {
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
