import { createHash } from 'node:crypto';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import type { ByteRange, FileReading, FileStore } from '#server/platform/files/service.ts';
import { joined } from './encoding/bytes.ts';
import { mp3File } from './encoding/file.ts';
import type { Recorder } from './recorder.ts';
import type { Script } from './script/service.ts';

/** What each narrator says of themselves in Settings: long enough to know a voice, short enough to hear all four. */
const WORDS = [
  'This is how I read to you: plainly, and at an easy pace.',
  'One idea at a time, with a moment to think in between.',
];

/** The samples of the narrators' voices: made when first asked for, then kept with the files. */
export interface Samples {
  /** A narrator's sample, or a part of it. Throws as {@link FileStore} does, and when it cannot be made. */
  read(narrator: Narrator, range?: ByteRange): Promise<FileReading>;
}

export function storedSamples(files: FileStore, recorder: Recorder, voices: string): Samples {
  /** Recordings under way, so that many listeners of a new sample cause one. */
  const underWay = new Map<string, Promise<void>>();

  const make = async (narrator: Narrator, key: string) => {
    const frames: Uint8Array[] = [];
    const parts = recorder.record(scriptOfSample(), narrator);
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) frames.push(next.value.frames);
    const { name } = NARRATORS[narrator];
    const content = { title: name, author: 'Octavo', narrator: name, chapters: [] };
    const file = mp3File(joined(frames), next.value.samples, content);
    await files.write(key, file, 'audio/mpeg');
  };

  return {
    async read(narrator, range) {
      const key = keyOf(narrator, voices);
      const kept = await files.read(key, range);
      if (kept) return kept;
      const making = underWay.get(key) ?? make(narrator, key).finally(() => underWay.delete(key));
      underWay.set(key, making);
      await making;
      const made = await files.read(key, range);
      if (!made) throw new Error(`The sample of ${narrator} is gone as soon as it was made.`);
      return made;
    },
  };
}

function scriptOfSample(): Script {
  const sentences = WORDS.map((text) => ({ start: 0, text, spoken: text }));
  const passages = [{ anchor: 'sample', sentences }];
  return { sections: [{ kind: 'opening', title: 'Sample', passages }] };
}

function keyOf(narrator: Narrator, voices: string): string {
  const hash = createHash('sha256').update(JSON.stringify([voices, narrator, WORDS]));
  return `narrations/samples/${hash.digest('hex').slice(0, 32)}.mp3`;
}
