import { useId } from 'react';
import { PERSONA_LIMITS as LIMITS } from '#domain/studio/personas.ts';
import control from '#ui/control.module.css';
import { copy } from '../../copy.ts';
import { Panel } from '../../ui/panel.tsx';
import { ParagraphField } from '../../ui/paragraph-field.tsx';
import { TextListField } from '../../ui/text-list-field.tsx';
import styles from './edit-author.module.css';
import { NO_VOICE, type VoiceDraft } from './persona-draft.ts';
import { inList } from './persona-fields.tsx';

const words = copy.authors;

interface VoiceFieldsProps {
  voice: VoiceDraft | null;
  change: (voice: VoiceDraft | null) => void;
  /** By a path of the sheet: `openings.1`. */
  faultAt: (path: string) => string | undefined;
  /** None is stored: it may stay unwritten. */
  isNew: boolean;
}

/** How a persona sounds: what the AI is told whenever it writes or reads in its name. */
export function VoiceFields({ voice, change, faultAt, isNew }: VoiceFieldsProps) {
  if (!voice)
    return (
      <Panel title={words.voice} note={words.noVoice}>
        <button className="btn btn-line" type="button" onClick={() => change(NO_VOICE)}>
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
      <Sheet voice={voice} faultAt={faultAt} set={(parts) => change({ ...voice, ...parts })} />
    </Panel>
  );
}

interface SheetProps {
  voice: VoiceDraft;
  set: (parts: Partial<VoiceDraft>) => void;
  faultAt: VoiceFieldsProps['faultAt'];
}

function Sheet({ voice, set, faultAt }: SheetProps) {
  const moves = (name: 'openings' | 'endings' | 'forbidden', legend: string, one: string) => (
    <TextListField
      legend={legend}
      itemName={one}
      countRange={LIMITS[name]}
      limit={LIMITS.move}
      errorAt={inList(name, faultAt)}
      items={voice[name]}
      onChange={(items) => set({ [name]: items })}
    />
  );
  const faultOfEnds = (name: string) =>
    faultAt(name) ?? faultAt(`${name}.0`) ?? faultAt(`${name}.1`);
  return (
    <div className={styles.fields}>
      <ParagraphField
        label={words.promise}
        hint={words.promiseHint}
        limit={LIMITS.promise}
        error={faultAt('promise')}
        value={voice.promise}
        onChange={(promise) => set({ promise })}
      />
      <BandField
        legend={words.meanWords}
        unit="words"
        step={0.5}
        most={LIMITS.mean}
        fault={faultOfEnds('sentences.mean')}
        ends={voice.mean}
        onChange={(mean) => set({ mean })}
      />
      <BandField
        legend={words.shortSentences}
        unit="%"
        step={1}
        most={100}
        fault={faultOfEnds('sentences.short')}
        ends={voice.short}
        onChange={(short) => set({ short })}
      />
      {moves('openings', words.openings, 'opening')}
      {moves('endings', words.endings, 'ending')}
      <ParagraphField
        label={words.trusts}
        hint={words.trustsHint}
        limit={LIMITS.evidence}
        error={faultAt('evidence')}
        value={voice.evidence}
        onChange={(evidence) => set({ evidence })}
      />
      {moves('forbidden', words.nevers, 'move')}
      <ParagraphField
        label={words.sample}
        hint={words.sampleHint(LIMITS.leastSample)}
        limit={LIMITS.sample}
        isProse
        error={faultAt('sample')}
        value={voice.sample}
        onChange={(sample) => set({ sample })}
      />
    </div>
  );
}

type Ends = VoiceDraft['mean'];

interface BandFieldProps {
  legend: string;
  unit: string;
  step: number;
  most: number;
  fault: string | undefined;
  ends: Ends;
  onChange: (ends: Ends) => void;
}

/** Between which two numbers something is to lie. */
function BandField({ legend, unit, step, most, fault, ends, onChange }: BandFieldProps) {
  const id = useId();
  const [from, to] = ends;
  const end = (name: string, value: string, ended: (value: string) => Ends) => (
    <input
      className={`${control.control} ${styles.number}`}
      type="number"
      inputMode="decimal"
      min={0}
      max={most}
      step={step}
      aria-label={`${name} (${unit})`}
      aria-invalid={fault !== undefined || undefined}
      aria-describedby={fault && id}
      value={value}
      onChange={({ target }) => onChange(ended(target.value))}
    />
  );
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.band}>
        {end(words.from, from, (next) => [next, to])}
        <span>to</span>
        {end(words.to, to, (next) => [from, next])}
        <span>{unit}</span>
      </div>
      {fault && (
        <p className={styles.wrong} id={id}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
