import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { PERSONA_LIMITS as LIMITS } from '#domain/studio/personas.ts';
import { copy } from '../../copy.ts';
import { Icon } from '../../ui/icons.tsx';
import { LimitCounter } from '../../ui/limit-counter.tsx';
import { ParagraphField } from '../../ui/paragraph-field.tsx';
import styles from './edit-author.module.css';
import type { PersonaDraft } from './persona-draft.ts';

const words = copy.authors;

type Influence = PersonaDraft['influences'][number];

interface InfluenceFieldsProps {
  influences: readonly Influence[];
  onChange: (influences: Influence[]) => void;
  /** Returns the error message of the field at a path relative to the list of influences, such as `.0.name`. */
  errorAt: (path: string) => string | undefined;
}

/** Shows the fields for a persona's influences. */
export function InfluenceFields({ influences, onChange, errorAt }: InfluenceFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [min, max] = LIMITS.influences;
  const changeInfluence = (index: number, changes: Partial<Influence>) =>
    onChange(influences.with(index, { ...influences[index]!, ...changes }));

  function addInfluence() {
    flushSync(() => onChange([...influences, { name: '', influence: '' }]));
    list.current?.querySelector<HTMLElement>('li:last-child textarea')?.focus();
  }

  function removeInfluence(index: number) {
    flushSync(() => onChange(influences.toSpliced(index, 1)));
    const buttons = list.current!.querySelectorAll('button');
    (buttons[Math.min(index, buttons.length - 1)] ?? addButton.current)?.focus();
  }

  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        {words.influences}
        <LimitCounter count={influences.length} limit={max} unit="" />
      </legend>
      <ol className={styles.fields} ref={list}>
        {influences.map(({ name, influence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two influences may have the same text
          <li key={index} className={styles.card}>
            <ParagraphField
              label={words.influence}
              limit={LIMITS.influenceName}
              error={errorAt(`.${index}.name`)}
              value={name}
              onChange={(next) => changeInfluence(index, { name: next })}
            />
            <ParagraphField
              label={words.influenceOf}
              limit={LIMITS.influence}
              error={errorAt(`.${index}.influence`)}
              value={influence}
              onChange={(next) => changeInfluence(index, { influence: next })}
            />
            {influences.length > min && (
              <button
                className={`btn btn-text ${styles.remove}`}
                type="button"
                onClick={() => removeInfluence(index)}
              >
                <Icon name="trash" />
                {words.remove}
                <span className="vh">{` ${name || `influence ${index + 1}`}`}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
      {influences.length < max && (
        <button
          className={`btn btn-text ${styles.add}`}
          type="button"
          ref={addButton}
          onClick={addInfluence}
        >
          <Icon name="add" />
          {words.addInfluence}
        </button>
      )}
    </fieldset>
  );
}
