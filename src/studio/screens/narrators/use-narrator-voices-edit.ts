import { useState } from 'react';
import { z } from 'zod';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import {
  MAX_SPEAKER_LENGTH,
  type NarratorsReport,
  type NarratorVoice,
  VOICE_SPEED_RANGE,
} from '#domain/studio/narrators.ts';
import { type DraftKey, readDraft } from '../../lib/draft-storage.ts';
import { useStoreDraft } from '../../lib/use-store-draft.ts';

const draftSchema = z.partialRecord(
  z.enum(Object.keys(NARRATORS_BY_ID) as NarratorId[]),
  z.object({ speaker: z.string().optional(), speed: z.string() }),
);

/** The fields of a narrator's voice, as the editor has filled them in. */
export interface NarratorVoiceDraft {
  speaker?: string | undefined;
  speed: string;
}

/** Voices that an editor has chosen but not saved. */
export interface NarratorVoicesEdit {
  /** Returns a narrator's fields as changed by the editor. Unless they were changed, they contain the voice in use. */
  getFields(narrator: NarratorId): NarratorVoiceDraft | undefined;
  setFields(narrator: NarratorId, fields: NarratorVoiceDraft): void;
  /** The narrators whose fields differ from the voice in use. */
  changed: readonly NarratorId[];
  /** The changed voices; `undefined` if a field is invalid. */
  voices: Partial<Record<NarratorId, NarratorVoice>> | undefined;
  discard(): void;
}

/** Converts the fields to a voice. Returns `undefined` if a field is invalid. */
export function parseVoice({ speaker, speed }: NarratorVoiceDraft): NarratorVoice | undefined {
  const name = speaker?.trim();
  if (name === '' || (name && name.length > MAX_SPEAKER_LENGTH)) return undefined;
  const number = parseSpeed(speed);
  return number === undefined ? undefined : { ...(name && { speaker: name }), speed: number };
}

/** Parses a speed and rounds it to two decimals. Returns `undefined` if the text is not a speed in the valid range. */
export function parseSpeed(text: string): number | undefined {
  const speed = Math.round(Number(text) * 100) / 100;
  return text.trim() && speed >= VOICE_SPEED_RANGE.min && speed <= VOICE_SPEED_RANGE.max
    ? speed
    : undefined;
}

/**
 * Manages the voices that an editor, `member`, has chosen for the engine in use until the voices are saved or discarded.
 * The choice survives leaving the screen and closing the tab.
 */
export function useNarratorVoicesEdit(
  { engine, narrators }: Pick<NarratorsReport, 'engine' | 'narrators'>,
  member: string,
): NarratorVoicesEdit {
  const draftKey: DraftKey = { form: 'voices', member, id: engine.kind };
  const [fields, setFields] = useState<Partial<Record<NarratorId, NarratorVoiceDraft>>>(
    () => readDraft(draftKey, z.object({ content: draftSchema }))?.content ?? {},
  );
  useStoreDraft(draftKey, Object.keys(fields).length ? fields : undefined);
  const inUse = Object.fromEntries(narrators.map(({ narrator, voice }) => [narrator, voice]));
  const entries = (Object.entries(fields) as [NarratorId, NarratorVoiceDraft][]).filter(
    ([narrator, each]) => !isSame(parseVoice(each), inUse[narrator]),
  );
  const voices = entries.map(([narrator, each]) => [narrator, parseVoice(each)] as const);
  return {
    getFields(narrator) {
      const voice = inUse[narrator];
      return (
        fields[narrator] ??
        (voice ? { speaker: voice.speaker, speed: `${voice.speed}` } : undefined)
      );
    },
    setFields: (narrator, changed) => setFields({ ...fields, [narrator]: changed }),
    changed: entries.map(([narrator]) => narrator),
    voices: voices.every(([, voice]) => voice) ? Object.fromEntries(voices) : undefined,
    discard: () => setFields({}),
  };
}

function isSame(one: NarratorVoice | undefined, other: NarratorVoice | null | undefined): boolean {
  return one?.speed === other?.speed && one?.speaker === other?.speaker;
}
