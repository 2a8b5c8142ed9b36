import { useState } from 'react';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import {
  type EngineSpeaker,
  MAX_SPEAKER_LENGTH,
  type NarratorsReport,
  VOICE_SPEED_RANGE,
} from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { Field, TextField } from '../../ui/field.tsx';
import { type NarratorVoiceDraft, parseSpeed } from './use-narrator-voices-edit.ts';

const words = copy.narrators;

/** Value of the option for a speaker that is not in the list. No speaker has this name. */
const UNLISTED = '';

interface VoiceFieldsProps {
  narrator: NarratorId;
  engine: NarratorsReport['engine'];
  fields: NarratorVoiceDraft;
  onChange: (fields: NarratorVoiceDraft) => void;
}

/** Shows the fields for the speaker and the speed of a narrator. */
export function VoiceFieldset({ narrator, engine, fields, onChange }: VoiceFieldsProps) {
  const { name } = NARRATORS_BY_ID[narrator];
  const { speaker, speed } = fields;
  const isSpeedWrong = parseSpeed(speed) === undefined;
  return (
    <>
      {speaker !== undefined && (
        <SpeakerField
          narrator={narrator}
          engine={engine}
          speaker={speaker}
          onChange={(chosen, naturalSpeed) =>
            onChange({ speaker: chosen, speed: naturalSpeed?.toString() ?? speed })
          }
        />
      )}
      <TextField
        label={words.voiceSpeed}
        aria-label={words.voiceSpeedOf(name)}
        type="number"
        inputMode="decimal"
        min={VOICE_SPEED_RANGE.min}
        max={VOICE_SPEED_RANGE.max}
        step={VOICE_SPEED_RANGE.step}
        value={speed}
        isWrong={isSpeedWrong}
        hint={isSpeedWrong && words.wrongSpeed(VOICE_SPEED_RANGE.min, VOICE_SPEED_RANGE.max)}
        onChange={({ target }) => onChange({ speaker, speed: target.value })}
      />
    </>
  );
}

interface SpeakerFieldProps extends Pick<VoiceFieldsProps, 'narrator' | 'engine'> {
  speaker: string;
  /** `speed` is the speed at which the speaker sounds best, if it is known. */
  onChange: (speaker: string, speed?: number) => void;
}

/** Shows a field for choosing a speaker from the engine's list, or for typing a name if the list is incomplete. */
function SpeakerField({ narrator, engine, speaker, onChange }: SpeakerFieldProps) {
  const { speakers, hasUnlistedSpeakers } = engine;
  const [isTyping, setTyping] = useState(false);
  const label = words.speaker;
  const accessibleName = words.speakerOf(NARRATORS_BY_ID[narrator].name);
  const isListed = speakers.some(({ name }) => name === speaker);
  const typed = isTyping || !isListed;
  return (
    <>
      {speakers.length > 0 && (
        <Field label={label}>
          {(props) => (
            <select
              {...props}
              aria-label={accessibleName}
              value={typed ? UNLISTED : speaker}
              onChange={({ target: { value } }) => {
                setTyping(value === UNLISTED);
                if (value === UNLISTED) return;
                onChange(value, speakers.find(({ name }) => name === value)?.speed);
              }}
            >
              <SpeakerOptions narrator={narrator} speakers={speakers} />
              {(hasUnlistedSpeakers || typed) && (
                <option value={UNLISTED}>{words.otherSpeaker}</option>
              )}
            </select>
          )}
        </Field>
      )}
      {typed && (
        <TextField
          label={speakers.length ? words.speakerName : label}
          aria-label={
            speakers.length ? words.speakerNameOf(NARRATORS_BY_ID[narrator].name) : accessibleName
          }
          value={speaker}
          maxLength={MAX_SPEAKER_LENGTH}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          isWrong={!speaker.trim()}
          hint={!speaker.trim() && words.noSpeaker}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  );
}

/** Shows the options for speakers. The speakers that suit the narrator come first. */
function SpeakerOptions({
  narrator,
  speakers,
}: {
  narrator: NarratorId;
  speakers: readonly EngineSpeaker[];
}) {
  const fitting = speakers.filter(({ fits }) => fits.includes(narrator));
  const others = speakers.filter(({ fits }) => !fits.includes(narrator));
  return (
    <>
      {fitting.length > 0 && (
        <optgroup label={NARRATORS_BY_ID[narrator].name}>
          {fitting.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      )}
      {others.length > 0 && (
        <optgroup label={words.otherSpeakers}>
          {others.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      )}
    </>
  );
}
