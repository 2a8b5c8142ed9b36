import { useState } from 'react';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import {
  type EngineSpeaker,
  MAX_SPEAKER_NAME_LENGTH,
  type NarratorsReport,
  VOICE_SPEED_RANGE,
} from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { Field, TextField } from '../../ui/field.tsx';
import { type NarratorVoiceDraft, parseVoiceSpeed } from './use-narrator-voices-edit.ts';

const words = copy.narrators;

/** Value of the option for a speaker that is not in the list. It is empty, because no speaker has an empty name. */
const UNLISTED_VALUE = '';

interface VoiceFieldsetProps {
  narrator: NarratorId;
  engine: NarratorsReport['engine'];
  fields: NarratorVoiceDraft;
  onChange: (fields: NarratorVoiceDraft) => void;
}

/** Shows the fields for the speaker and the speed of a narrator. */
export function VoiceFieldset({ narrator, engine, fields, onChange }: VoiceFieldsetProps) {
  const { name } = NARRATORS_BY_ID[narrator];
  const { speaker, speed } = fields;
  const isSpeedWrong = parseVoiceSpeed(speed) === undefined;
  return (
    <>
      {speaker !== undefined && (
        <SpeakerField
          narrator={narrator}
          engine={engine}
          speaker={speaker}
          onChange={(newSpeaker, naturalSpeed) =>
            onChange({ speaker: newSpeaker, speed: naturalSpeed?.toString() ?? speed })
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

interface SpeakerFieldProps extends Pick<VoiceFieldsetProps, 'narrator' | 'engine'> {
  speaker: string;
  /** Called with the chosen speaker. `speed` is the speed at which this speaker sounds best, if it is known. */
  onChange: (speaker: string, speed?: number) => void;
}

/** Shows a field for choosing a speaker from the engine's list, or for typing a name if the list is incomplete. */
function SpeakerField({ narrator, engine, speaker, onChange }: SpeakerFieldProps) {
  const { speakers, hasUnlistedSpeakers } = engine;
  const [isTyping, setTyping] = useState(false);
  const label = words.speaker;
  const accessibleName = words.speakerOf(NARRATORS_BY_ID[narrator].name);
  const isListed = speakers.some(({ name }) => name === speaker);
  const showsNameField = isTyping || !isListed;
  return (
    <>
      {speakers.length > 0 && (
        <Field label={label}>
          {(props) => (
            <select
              {...props}
              aria-label={accessibleName}
              value={showsNameField ? UNLISTED_VALUE : speaker}
              onChange={({ target: { value } }) => {
                setTyping(value === UNLISTED_VALUE);
                if (value === UNLISTED_VALUE) return;
                onChange(value, speakers.find(({ name }) => name === value)?.speed);
              }}
            >
              <SpeakerOptions narrator={narrator} speakers={speakers} />
              {(hasUnlistedSpeakers || showsNameField) && (
                <option value={UNLISTED_VALUE}>{words.otherSpeaker}</option>
              )}
            </select>
          )}
        </Field>
      )}
      {showsNameField && (
        <TextField
          label={speakers.length ? words.speakerName : label}
          aria-label={
            speakers.length ? words.speakerNameOf(NARRATORS_BY_ID[narrator].name) : accessibleName
          }
          value={speaker}
          maxLength={MAX_SPEAKER_NAME_LENGTH}
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

/** Shows the speakers as options. The speakers that suit the narrator come first. */
function SpeakerOptions({
  narrator,
  speakers,
}: {
  narrator: NarratorId;
  speakers: readonly EngineSpeaker[];
}) {
  const suitableSpeakers = speakers.filter(({ fits }) => fits.includes(narrator));
  const otherSpeakers = speakers.filter(({ fits }) => !fits.includes(narrator));
  return (
    <>
      {suitableSpeakers.length > 0 && (
        <optgroup label={NARRATORS_BY_ID[narrator].name}>
          {suitableSpeakers.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      )}
      {otherSpeakers.length > 0 && (
        <optgroup label={words.otherSpeakers}>
          {otherSpeakers.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      )}
    </>
  );
}
