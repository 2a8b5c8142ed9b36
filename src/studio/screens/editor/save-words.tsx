import { useSyncExternalStore } from 'react';
import { Icon } from '../../ui/icons.tsx';
import type { SaveState } from './autosave.ts';
import styles from './bar.module.css';
import { useDesk } from './desk.ts';

/** How what is written stands, in words. */
export function SaveWords() {
  const { autosave } = useDesk();
  const state = useSyncExternalStore(autosave.subscribe, () => autosave.state);
  const isTrouble = TROUBLE.has(state.kind);
  return (
    <p className={styles.saved} data-kind={state.kind} role={isTrouble ? 'alert' : undefined}>
      {state.kind === 'saved' && <Icon name="check" />}
      {isTrouble && <Icon name="alert" />}
      <span>{wordsOf(state)}</span>
    </p>
  );
}

const TROUBLE: ReadonlySet<SaveState['kind']> = new Set(['offline', 'refused', 'conflict']);

function wordsOf(state: SaveState): string {
  switch (state.kind) {
    case 'saved':
      return 'Saved';
    case 'changed':
      return 'Not saved yet';
    case 'saving':
      return 'Saving';
    case 'offline':
      return 'Not saved: the line is down, kept in this browser';
    case 'refused':
      return `Not saved, kept in this browser: ${state.message}`;
    case 'conflict':
      return 'Not saved: it was saved elsewhere meanwhile';
  }
}
