import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import styles from './edit-author.module.css';
import type { PersonaSaveState } from './use-persona-edit.ts';

const words = copy.authors;

interface SaveBarProps {
  state: PersonaSaveState;
  isStored: boolean;
  /** Number of errors in the form. Zero until the editor has tried to save. */
  errorCount: number;
  /** Path of the screen to which the editor can return without saving. */
  back: string;
  onResolve: () => void;
}

/** Shows whether the form is saved, and the form's buttons. The bar is always visible at the bottom of the window. */
export function SaveBar({ state, isStored, errorCount, back, onResolve }: SaveBarProps) {
  const hasProblem = ERROR_STATES.has(state.kind) || errorCount > 0;
  return (
    <div className={styles.bar}>
      <p className={styles.state} data-trouble={hasProblem || undefined} role="status">
        {hasProblem && <Icon name="alert" />}
        <span>{errorCount ? describeErrors(errorCount) : describeState(state, isStored)}</span>
      </p>
      <div className={styles.actions}>
        <Link className="btn btn-line" to={back}>
          {state.kind === 'unchanged' ? words.back : words.cancel}
        </Link>
        {state.kind === 'conflict' ? (
          <button className="btn btn-red" type="button" onClick={onResolve}>
            {words.compare}
          </button>
        ) : (
          <Button
            className="btn btn-red"
            type="submit"
            isBusy={state.kind === 'saving'}
            disabledReason={state.kind === 'unchanged' && copy.common.nothingChanged}
          >
            {words.save}
          </Button>
        )}
      </div>
    </div>
  );
}

const ERROR_STATES: ReadonlySet<PersonaSaveState['kind']> = new Set([
  'offline',
  'refused',
  'conflict',
]);

function describeErrors(count: number): string {
  return count === 1 ? words.fixOne : words.fix(count);
}

function describeState(state: PersonaSaveState, isStored: boolean): string {
  const unsaved = isStored ? words.kept : words.notKept;
  switch (state.kind) {
    case 'unchanged':
      return words.unchanged;
    case 'changed':
      return words.changed;
    case 'saving':
      return words.saving;
    case 'offline':
      return words.offline(unsaved);
    case 'refused':
      return `${unsaved}: ${state.message}`;
    case 'conflict':
      return `${unsaved}: ${state.message}`;
  }
}
