import { useState } from 'react';
import { NARRATOR_SAMPLE_SENTENCES } from '#domain/narrator-sample.ts';
import { NARRATORS_BY_ID } from '#domain/narrators.ts';
import {
  MAX_TRIAL_SENTENCE_LENGTH,
  type NarratorRecordings,
  type NarratorsReport,
} from '#domain/studio/narrators.ts';
import { useStore } from '#ui/lib/store.ts';
import { copy } from '../../copy.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LimitCounter } from '../../ui/limit-counter.tsx';
import { formatDuration } from './format-duration.ts';
import styles from './narrators.module.css';
import { currentPlaybackStore, loadAndTogglePlayback, togglePlayback } from './playback.ts';
import { SaveVoicesBar } from './save-voices-bar.tsx';
import {
  type NarratorVoicesEdit,
  parseVoice,
  useNarratorVoicesEdit,
} from './use-narrator-voices-edit.ts';
import { VoiceFieldset } from './voice-fields.tsx';

const words = copy.narrators;

interface NarratorCardsProps {
  report: NarratorsReport;
  /** ID of the member who chooses voices. */
  member: string;
}

/**
 * Shows the four narrators side by side, each with a sample and the number of recorded articles. Editors choose the
 * narrators' voices here, and can listen to a test sentence.
 */
export function NarratorCards({ report, member }: NarratorCardsProps) {
  const [text, setText] = useState(NARRATOR_SAMPLE_SENTENCES.join(' '));
  const draft = useNarratorVoicesEdit(report, member);
  const { engine, narrators, service } = report;
  return (
    <section aria-labelledby="narrators">
      <h2 className={styles.heading} id="narrators">
        {words.narrators}
      </h2>
      {narrators.some(({ voice }) => voice) && (
        <div className={styles.sentence}>
          <Field
            label={words.sentence}
            hint={[words.voiceNotes[engine.kind], service && words.trialCosts]
              .filter(Boolean)
              .join(' ')}
            aside={
              <LimitCounter
                count={text.length}
                limit={MAX_TRIAL_SENTENCE_LENGTH}
                unit={words.ofCharacters}
              />
            }
          >
            {(props) => (
              <textarea
                {...props}
                rows={3}
                maxLength={MAX_TRIAL_SENTENCE_LENGTH}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
        </div>
      )}
      <ul className={styles.cards}>
        {narrators.map((each) => (
          <NarratorCard
            key={each.narrator}
            recordings={each}
            report={report}
            draft={draft}
            text={text.trim()}
          />
        ))}
      </ul>
      <SaveVoicesBar report={report} draft={draft} />
    </section>
  );
}

interface NarratorCardProps {
  recordings: NarratorRecordings;
  report: NarratorsReport;
  draft: NarratorVoicesEdit;
  /** Test sentence that the narrator speaks when the editor tries the voice. */
  text: string;
}

function NarratorCard({
  recordings: { narrator, fingerprint, recorded, outdated, seconds, voice: voiceInUse },
  report: { engine, articles },
  draft,
  text,
}: NarratorCardProps) {
  const { name } = NARRATORS_BY_ID[narrator];
  const fields = draft.getFields(narrator);
  const voice = fields && parseVoice(fields);
  const isChanged = draft.changed.includes(narrator);
  return (
    <li className={styles.card} data-is-changed={isChanged || undefined}>
      <h3 className={styles.name}>{name}</h3>
      <PlayButton
        playbackKey={narrator}
        narrator={name}
        onToggle={() =>
          togglePlayback(
            narrator,
            `/audio/${narrator}.sample.mp3?voices=${encodeURIComponent(fingerprint)}`,
          )
        }
      >
        {words.sample}
      </PlayButton>
      {fields && (
        <div className={styles.voice}>
          <VoiceFieldset
            narrator={narrator}
            engine={engine}
            fields={fields}
            onChange={(newFields) => draft.setFields(narrator, newFields)}
          />
          <PlayButton
            playbackKey={`try-${narrator}`}
            narrator={name}
            disabledReason={voice ? !text && words.noSentence : words.fixVoices}
            onToggle={() =>
              loadAndTogglePlayback(`try-${narrator}`, (signal) =>
                studioApi.postForFile('/narrators/try', { narrator, voice, text }, signal),
              )
            }
          >
            {words.tryVoice}
          </PlayButton>
          {isChanged && voiceInUse && (
            <p className={styles.quiet}>{words.voiceInUse(voiceInUse.speaker, voiceInUse.speed)}</p>
          )}
        </div>
      )}
      <div className={styles.recorded}>
        <meter
          min={0}
          max={Math.max(1, articles)}
          value={Math.min(recorded, articles)}
          aria-hidden="true"
        />
        <p>{words.recordedOf(Math.min(recorded, articles), articles)}</p>
        <p className={styles.quiet}>
          {[
            recorded > 0 && words.lengthOf(formatDuration(seconds)),
            outdated > 0 && words.outdated(outdated),
          ]
            .filter(Boolean)
            .join(', ') || words.notRecorded}
        </p>
      </div>
    </li>
  );
}

interface PlayButtonProps {
  /** Key that identifies the button's sound. Only one sound plays at a time. */
  playbackKey: string;
  /** Name of the narrator. Screen readers read it after the visible text. */
  narrator: string;
  disabledReason?: string | false | undefined;
  onToggle: () => Promise<void>;
  children: string;
}

function PlayButton({
  playbackKey,
  narrator,
  disabledReason,
  onToggle,
  children,
}: PlayButtonProps) {
  const playing = useStore(currentPlaybackStore);
  const ownPlayback = playing?.key === playbackKey ? playing : undefined;
  const playbackLabel = ownPlayback?.isLoading ? words.speaking : words.stop;
  const label = ownPlayback ? playbackLabel : children;
  return (
    <Button
      className={`btn btn-line ${styles.play}`}
      aria-label={`${label}: ${narrator}`}
      data-is-playing={ownPlayback !== undefined || undefined}
      disabledReason={!ownPlayback && disabledReason}
      onClick={() => void onToggle()}
    >
      <Icon name={ownPlayback ? 'pause' : 'play'} />
      <span>{label}</span>
    </Button>
  );
}
