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
  /**
   * Returns the error message for the item at an index. Without an index, returns the error message about the number of
   * items.
   */
  errorAt: (index?: number) => string | undefined;
}

/**
 * Shows a field for a list of short text items. Enter adds an item or splits the current item, and Backspace removes an
 * empty item. Each line of pasted text becomes an item, unless that would exceed the maximum number of items.
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
  const addButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const error = errorAt();
  const canRemove = items.length > min;

  /** Moves the caret to the start or the end of an item. */
  function moveCaret(index: number, edge: 'start' | 'end') {
    const item = list.current!.querySelectorAll('textarea')[index];
    item?.focus();
    const caret = edge === 'start' ? 0 : (item?.value.length ?? 0);
    item?.setSelectionRange(caret, caret);
  }

  function changeItem(index: number, text: string) {
    const lines = text.split(/\s*\n\s*/);
    if (lines.length === 1) return onChange(items.with(index, text));
    if (items.length + lines.length - 1 > max) return onChange(items.with(index, lines.join(' ')));
    flushSync(() => onChange(items.toSpliced(index, 1, ...lines)));
    moveCaret(index + lines.length - 1, lines.length === 2 ? 'start' : 'end');
  }

  function addItem() {
    flushSync(() => onChange([...items, '']));
    moveCaret(items.length, 'end');
  }

  /**
   * Removes an item, and moves focus to the remove button of a neighboring item, or to the button that adds an item.
   * Focusing a text field instead would open a phone's on-screen keyboard.
   */
  function removeItem(index: number) {
    flushSync(() => onChange(items.toSpliced(index, 1)));
    const buttons = list.current!.querySelectorAll('button');
    (buttons[Math.min(index, buttons.length - 1)] ?? addButton.current)?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>, index: number) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && items.length >= max) {
      event.preventDefault();
      moveCaret(index + 1, 'end');
    } else if (event.key === 'Backspace' && canRemove && !items[index]) {
      event.preventDefault();
      flushSync(() => onChange(items.toSpliced(index, 1)));
      moveCaret(Math.max(index - 1, 0), 'end');
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
        {items.map((text, index) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no unique key
            key={index}
            name={`${itemName} ${index + 1}`}
            text={text}
            limit={limit}
            error={errorAt(index)}
            onChange={(next) => changeItem(index, next)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onRemove={canRemove ? () => removeItem(index) : undefined}
          />
        ))}
      </ol>
      {(error ?? hint) && (
        <p id={`${id}-hint`} className={error ? field.wrong : field.hint}>
          {error ?? hint}
        </p>
      )}
      {items.length < max && (
        <button
          className={`btn btn-text ${styles.add}`}
          type="button"
          ref={addButton}
          onClick={addItem}
        >
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
