import { useState } from 'react';
import type { NarratorId } from '#domain/narrators.ts';
import {
  MAX_SPEAKER_LENGTH,
  type NarratorsReport,
  type NarratorVoice,
  VOICE_SPEED_RANGE,
} from '#domain/studio/narrators.ts';

/** The fields of a narrator's voice, as the editor has filled them in. */
export interface NarratorVoiceDraft {
  speaker: string | undefined;
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

/** Manages the voices that an editor has chosen for the engine in use until the voices are saved or discarded. */
export function useNarratorVoicesEdit({
  engine,
  narrators,
}: Pick<NarratorsReport, 'engine' | 'narrators'>): NarratorVoicesEdit {
  const [draft, setDraft] = useState<{
    kind: string;
    fields: Partial<Record<NarratorId, NarratorVoiceDraft>>;
  }>();
  const inUse = Object.fromEntries(narrators.map(({ narrator, voice }) => [narrator, voice]));
  const fields = draft?.kind === engine.kind ? draft.fields : {};
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
    setFields: (narrator, changed) =>
      setDraft({ kind: engine.kind, fields: { ...fields, [narrator]: changed } }),
    changed: entries.map(([narrator]) => narrator),
    voices: voices.every(([, voice]) => voice) ? Object.fromEntries(voices) : undefined,
    discard: () => setDraft(undefined),
  };
}

function isSame(one: NarratorVoice | undefined, other: NarratorVoice | null | undefined): boolean {
  return one?.speed === other?.speed && one?.speaker === other?.speaker;
}
