import { useState } from 'react';
import { z } from 'zod';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import type { NarratorId } from '#domain/narrators.ts';
import {
  MAX_SPEAKER_NAME_LENGTH,
  type NarratorsReport,
  type SpeakerAndSpeed,
  VOICE_SPEED_RANGE,
} from '#domain/studio/narrators.ts';
import { type FormDraftKey, readFormDraft, removeFormDraft } from '../../lib/draft-storage.ts';
import { useStoreFormDraft } from '../../lib/use-store-form-draft.ts';

const draftSchema = z.partialRecord(
  narratorIdSchema,
  z.object({ speaker: z.string().optional(), speed: z.string() }),
);

/** The form fields for a narrator's voice, as the editor has filled them in. */
export interface NarratorVoiceDraft {
  speaker?: string | undefined;
  speed: string;
}

/** The narrator voices that an editor has chosen but not saved, and functions that change them. */
export interface NarratorVoicesEdit {
  /** Returns a narrator's fields. They contain the voice in use unless the editor has changed them. */
  getFields(narrator: NarratorId): NarratorVoiceDraft | undefined;
  setFields(narrator: NarratorId, fields: NarratorVoiceDraft): void;
  /** The narrators whose fields differ from their voices in use. */
  changed: readonly NarratorId[];
  /** The changed voices, or `undefined` if a field is invalid. */
  voices: Partial<Record<NarratorId, SpeakerAndSpeed>> | undefined;
  discard(): void;
  /** Discards the edits to voices that have just been saved. May be called after the component has been unmounted. */
  removeSaved(saved: VoicesByNarrator): void;
}

type FieldsByNarrator = Partial<Record<NarratorId, NarratorVoiceDraft>>;
type VoicesByNarrator = Partial<Record<NarratorId, SpeakerAndSpeed | null>>;

/** Converts the fields to a voice. Returns `undefined` if a field is invalid. */
export function parseVoice({ speaker, speed }: NarratorVoiceDraft): SpeakerAndSpeed | undefined {
  const name = speaker?.trim();
  if (name === '' || (name && name.length > MAX_SPEAKER_NAME_LENGTH)) return undefined;
  const parsedSpeed = parseVoiceSpeed(speed);
  return parsedSpeed === undefined
    ? undefined
    : { ...(name && { speaker: name }), speed: parsedSpeed };
}

/** Parses a speed and rounds it to two decimals. Returns `undefined` if the text is not a speed in the valid range. */
export function parseVoiceSpeed(text: string): number | undefined {
  const speed = Math.round(Number(text) * 100) / 100;
  return text.trim() && speed >= VOICE_SPEED_RANGE.min && speed <= VOICE_SPEED_RANGE.max
    ? speed
    : undefined;
}

/**
 * Manages the narrator voices that an editor has chosen but not saved yet, for the speech engine in use. `member` is
 * the ID of the editor. The choice is kept when the editor leaves the screen or closes the tab.
 */
export function useNarratorVoicesEdit(
  { engine, narrators }: Pick<NarratorsReport, 'engine' | 'narrators'>,
  member: string,
): NarratorVoicesEdit {
  const draftKey: FormDraftKey = { form: 'voices', member, id: engine.kind };
  const voicesInUse: VoicesByNarrator = Object.fromEntries(
    narrators.map(({ narrator, voice }) => [narrator, voice]),
  );
  const [fields, setFields] = useState(() => restoreFields(draftKey, voicesInUse));
  const changedFields = omitVoices(fields, voicesInUse);
  const changed = Object.keys(changedFields) as NarratorId[];
  const { removeStoredDraft } = useStoreFormDraft(
    draftKey,
    changed.length ? changedFields : undefined,
  );
  const voices = changed.map(
    (narrator) => [narrator, parseVoice(changedFields[narrator]!)] as const,
  );
  return {
    getFields(narrator) {
      const voice = voicesInUse[narrator];
      return (
        fields[narrator] ??
        (voice ? { speaker: voice.speaker, speed: `${voice.speed}` } : undefined)
      );
    },
    setFields: (narrator, changes) => setFields({ ...fields, [narrator]: changes }),
    changed,
    voices: voices.every(([, voice]) => voice) ? Object.fromEntries(voices) : undefined,
    discard: () => setFields({}),
    removeSaved(saved) {
      setFields((current) => omitVoices(current, saved));
      // The stored draft is removed explicitly, because changing the state of an unmounted component has no effect. The
      // draft is kept if the editor has changed other fields in the meantime.
      if (!Object.keys(omitVoices(fields, saved)).length) removeStoredDraft();
    },
  };
}

/** Returns the stored fields that differ from the voices in use. Removes the stored draft if there are none. */
function restoreFields(draftKey: FormDraftKey, voicesInUse: VoicesByNarrator): FieldsByNarrator {
  const stored = readFormDraft(draftKey, z.object({ content: draftSchema }))?.content ?? {};
  const fields = omitVoices(stored, voicesInUse);
  if (!Object.keys(fields).length) removeFormDraft(draftKey);
  return fields;
}

/** Returns the fields of the narrators whose voice is invalid or differs from the given one. */
function omitVoices(fields: FieldsByNarrator, voices: VoicesByNarrator): FieldsByNarrator {
  const entries = Object.entries(fields) as [NarratorId, NarratorVoiceDraft][];
  return Object.fromEntries(
    entries.filter(([narrator, each]) => {
      const voice = parseVoice(each);
      return !voice || !isSame(voice, voices[narrator]);
    }),
  );
}

function isSame(a: SpeakerAndSpeed, b: SpeakerAndSpeed | null | undefined): boolean {
  return a.speed === b?.speed && a.speaker === b?.speaker;
}
