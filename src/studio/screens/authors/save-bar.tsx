import { Link } from '#web/ui/link.tsx';
import { copy } from '../../copy.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import styles from './edit-author.module.css';
import type { EditState } from './use-editing.ts';

interface SaveBarProps {
  state: EditState;
  isKept: boolean;
  /** How much is to be mended first, once somebody has tried. */
  faults: number;
  /** Where one goes without saving. */
  back: string;
  onSettle: () => void;
}

/** How what is written stands, and the ways on; always in view. */
export function SaveBar({ state, isKept, faults, back, onSettle }: SaveBarProps) {
  const isTrouble = TROUBLE.has(state.kind) || faults > 0;
  return (
    <div className={styles.bar}>
      <p className={styles.state} data-trouble={isTrouble || undefined} role="status">
        {isTrouble && <Icon name="alert" />}
        <span>{faults ? mendingInWords(faults) : wordsOf(state, isKept)}</span>
      </p>
      <div className={styles.ways}>
        <Link className="btn btn-line" to={back}>
          {state.kind === 'unchanged' ? 'Back' : 'Cancel'}
        </Link>
        {state.kind === 'conflict' ? (
          <button className="btn btn-red" type="button" onClick={onSettle}>
            Compare
          </button>
        ) : (
          <Button
            className="btn btn-red"
            type="submit"
            isBusy={state.kind === 'saving'}
            why={state.kind === 'unchanged' && copy.common.nothingChanged}
          >
            Save
          </Button>
        )}
      </div>
    </div>
  );
}

const TROUBLE: ReadonlySet<EditState['kind']> = new Set(['offline', 'refused', 'conflict']);

function mendingInWords(faults: number): string {
  return faults === 1
    ? 'One thing is to be mended first.'
    : `${faults} things are to be mended first.`;
}

function wordsOf(state: EditState, isKept: boolean): string {
  const unsaved = isKept ? 'Not saved, kept here' : 'Not saved, and this browser cannot keep it';
  switch (state.kind) {
    case 'unchanged':
      return 'Nothing changed yet';
    case 'changed':
      return 'Not saved yet';
    case 'saving':
      return 'Saving';
    case 'offline':
      return `${unsaved}: the line is down. It is tried again when it is back.`;
    case 'refused':
      return `${unsaved}: ${state.message}`;
    case 'conflict':
      return `${unsaved}: ${state.message}`;
  }
}
