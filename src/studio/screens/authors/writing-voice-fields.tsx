import { useId } from 'react';
import { PERSONA_LIMITS as LIMITS } from '#domain/studio/personas.ts';
import control from '#ui/control.module.css';
import { copy } from '../../copy.ts';
import { Panel } from '../../ui/panel.tsx';
import { ParagraphField } from '../../ui/paragraph-field.tsx';
import { TextListField } from '../../ui/text-list-field.tsx';
import styles from './edit-author.module.css';
import { EMPTY_WRITING_VOICE, type WritingVoiceDraft } from './persona-draft.ts';
import { createListErrorLookup } from './persona-profile-fields.tsx';

const words = copy.authors;

interface WritingVoiceFieldsProps {
  voice: WritingVoiceDraft | null;
  change: (voice: WritingVoiceDraft | null) => void;
  /** Returns the error message of the field at a path in the voice sheet, such as `openings.1`. */
  errorAt: (path: string) => string | undefined;
  /** True if the persona has no stored voice sheet. Only then may the editor save the persona without a voice sheet. */
  isNew: boolean;
}

/**
 * Shows the fields of a persona's voice sheet, which describes how the persona writes. The AI receives the sheet when
 * it writes or reviews this persona's texts.
 */
export function WritingVoiceFields({ voice, change, errorAt, isNew }: WritingVoiceFieldsProps) {
  if (!voice)
    return (
      <Panel title={words.voice} note={words.noVoice}>
        <button className="btn btn-line" type="button" onClick={() => change(EMPTY_WRITING_VOICE)}>
          {words.writeVoice}
        </button>
      </Panel>
    );
  return (
    <Panel
      title={words.voice}
      note={words.voiceNote}
      action={
        isNew && (
          <button className="btn btn-text" type="button" onClick={() => change(null)}>
            {words.skipVoice}
          </button>
        )
      }
    >
      <VoiceSheet voice={voice} errorAt={errorAt} set={(parts) => change({ ...voice, ...parts })} />
    </Panel>
  );
}

interface VoiceSheetProps {
  voice: WritingVoiceDraft;
  set: (parts: Partial<WritingVoiceDraft>) => void;
  errorAt: WritingVoiceFieldsProps['errorAt'];
}

function VoiceSheet({ voice, set, errorAt }: VoiceSheetProps) {
  const renderMoveList = (
    name: 'openings' | 'endings' | 'forbidden',
    legend: string,
    itemName: string,
  ) => (
    <TextListField
      legend={legend}
      itemName={itemName}
      countRange={LIMITS[name]}
      limit={LIMITS.move}
      errorAt={createListErrorLookup(name, errorAt)}
      items={voice[name]}
      onChange={(items) => set({ [name]: items })}
    />
  );
  const findRangeError = (name: string) =>
    errorAt(name) ?? errorAt(`${name}.0`) ?? errorAt(`${name}.1`);
  return (
    <div className={styles.fields}>
      <ParagraphField
        label={words.promise}
        hint={words.promiseHint}
        limit={LIMITS.promise}
        error={errorAt('promise')}
        value={voice.promise}
        onChange={(promise) => set({ promise })}
      />
      <RangeField
        legend={words.meanWords}
        unit="words"
        step={0.5}
        max={LIMITS.mean}
        error={findRangeError('sentences.mean')}
        range={voice.mean}
        onChange={(mean) => set({ mean })}
      />
      <RangeField
        legend={words.shortSentences}
        unit="%"
        step={1}
        max={100}
        error={findRangeError('sentences.short')}
        range={voice.short}
        onChange={(short) => set({ short })}
      />
      {renderMoveList('openings', words.openings, 'opening')}
      {renderMoveList('endings', words.endings, 'ending')}
      <ParagraphField
        label={words.trusts}
        hint={words.trustsHint}
        limit={LIMITS.evidence}
        error={errorAt('evidence')}
        value={voice.evidence}
        onChange={(evidence) => set({ evidence })}
      />
      {renderMoveList('forbidden', words.nevers, 'move')}
      <ParagraphField
        label={words.sample}
        hint={words.sampleHint(LIMITS.minSample)}
        limit={LIMITS.sample}
        isProse
        error={errorAt('sample')}
        value={voice.sample}
        onChange={(sample) => set({ sample })}
      />
    </div>
  );
}

type Range = WritingVoiceDraft['mean'];

interface RangeFieldProps {
  legend: string;
  unit: string;
  step: number;
  max: number;
  error: string | undefined;
  range: Range;
  onChange: (range: Range) => void;
}

/** Shows two fields for the lower and the upper limit of a range. */
function RangeField({ legend, unit, step, max, error, range, onChange }: RangeFieldProps) {
  const id = useId();
  const [from, to] = range;
  const renderLimitInput = (name: string, value: string, toRange: (value: string) => Range) => (
    <input
      className={`${control.control} ${styles.number}`}
      type="number"
      inputMode="decimal"
      min={0}
      max={max}
      step={step}
      aria-label={`${name} (${unit})`}
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error && id}
      value={value}
      onChange={({ target }) => onChange(toRange(target.value))}
    />
  );
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.band}>
        {renderLimitInput(words.from, from, (next) => [next, to])}
        <span>to</span>
        {renderLimitInput(words.to, to, (next) => [from, next])}
        <span>{unit}</span>
      </div>
      {error && (
        <p className={styles.wrong} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
