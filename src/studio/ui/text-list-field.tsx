import { type KeyboardEvent, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { countCharacters } from '#domain/characters.ts';
import control from '#ui/control.module.css';
import { copy } from '../copy.ts';
import { useAutosizeTextarea } from '../lib/use-autosize-textarea.ts';
import field from './field.module.css';
import { Icon } from './icons.tsx';
import { LimitCounter } from './limit-counter.tsx';
import prose from './paragraph-field.module.css';
import styles from './text-list-field.module.css';

const words = copy.common;

interface TextListFieldProps {
  legend: string;
  hint?: string;
  /** Name of one list item, such as "opening". */
  itemName: string;
  items: readonly string[];
  onChange: (items: string[]) => void;
  /** Minimum and maximum number of list items. */
  countRange: readonly [number, number];
  /** Maximum number of characters in a list item. */
  limit: number;
  /** Returns the error of the item at an index. Without an index, returns the error about the number of items. */
  errorAt: (at?: number) => string | undefined;
}

/**
 * Shows a field for a list of short texts. Enter adds an item or splits the current item, and Backspace removes an
 * empty item. Each line of pasted text becomes an item.
 */
export function TextListField({
  legend,
  hint,
  itemName,
  items,
  onChange,
  countRange: [min, max],
  limit,
  errorAt,
}: TextListFieldProps) {
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const id = useId();
  const error = errorAt();
  const canRemove = items.length > min;

  /** Moves the caret to the start or the end of an item. */
  function write(at: number, place: 'start' | 'end') {
    const item = list.current!.querySelectorAll('textarea')[at];
    item?.focus();
    const caret = place === 'start' ? 0 : (item?.value.length ?? 0);
    item?.setSelectionRange(caret, caret);
  }

  function change(at: number, text: string) {
    const lines = text.split(/\s*\n\s*/);
    if (lines.length === 1) return onChange(items.with(at, text));
    if (items.length + lines.length - 1 > max) return onChange(items.with(at, lines.join(' ')));
    flushSync(() => onChange(items.toSpliced(at, 1, ...lines)));
    write(at + lines.length - 1, lines.length === 2 ? 'start' : 'end');
  }

  function add() {
    flushSync(() => onChange([...items, '']));
    write(items.length, 'end');
  }

  /**
   * Removes an item. Moves the focus to another button rather than a text field, because focusing a text field would
   * open a phone's on-screen keyboard.
   */
  function remove(at: number) {
    flushSync(() => onChange(items.toSpliced(at, 1)));
    const others = list.current!.querySelectorAll('button');
    (others[Math.min(at, others.length - 1)] ?? adder.current)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>, at: number) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && items.length >= max) {
      event.preventDefault();
      write(at + 1, 'end');
    } else if (event.key === 'Backspace' && canRemove && !items[at]) {
      event.preventDefault();
      flushSync(() => onChange(items.toSpliced(at, 1)));
      write(Math.max(at - 1, 0), 'end');
    }
  }

  return (
    <fieldset
      className={styles.list}
      data-wrong={error !== undefined || undefined}
      aria-describedby={hint || error ? `${id}-hint` : undefined}
    >
      <legend className={styles.legend}>
        {legend}
        {min < max && <LimitCounter count={items.length} limit={max} unit="" />}
      </legend>
      <ol className={styles.items} ref={list}>
        {items.map((text, at) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same text
            key={at}
            name={`${itemName} ${at + 1}`}
            text={text}
            limit={limit}
            error={errorAt(at)}
            onChange={(next) => change(at, next)}
            onKeyDown={(event) => onKeyDown(event, at)}
            onRemove={canRemove ? () => remove(at) : undefined}
          />
        ))}
      </ol>
      {(error ?? hint) && (
        <p id={`${id}-hint`} className={error ? field.wrong : field.hint}>
          {error ?? hint}
        </p>
      )}
      {items.length < max && (
        <button className={`btn btn-text ${styles.add}`} type="button" ref={adder} onClick={add}>
          <Icon name="add" />
          Add another {itemName}
        </button>
      )}
    </fieldset>
  );
}

interface ItemProps {
  name: string;
  text: string;
  limit: number;
  error: string | undefined;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onRemove: (() => void) | undefined;
}

function Item({ name, text, limit, error, onChange, onKeyDown, onRemove }: ItemProps) {
  const area = useAutosizeTextarea(text);
  const id = useId();
  const length = countCharacters(text.trim());
  return (
    <li className={styles.item}>
      <div className={styles.line}>
        <textarea
          ref={area}
          className={`${control.control} ${field.control} ${prose.words}`}
          rows={1}
          aria-label={`${name[0]!.toUpperCase()}${name.slice(1)}`}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={id}
          value={text}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
        {onRemove && (
          <button
            className={`icon-btn ${styles.remove}`}
            type="button"
            aria-label={words.removeNamed(name)}
            onClick={onRemove}
          >
            <Icon name="trash" />
          </button>
        )}
      </div>
      <p className={styles.note} id={id} data-shown={length > limit * 0.85 || !!error || undefined}>
        <span className={field.wrong}>{error}</span>
        <LimitCounter count={length} limit={limit} unit="characters" />
      </p>
    </li>
  );
}
