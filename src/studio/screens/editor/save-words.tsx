import { useSyncExternalStore } from 'react';
import { Icon } from '../../ui/icons.tsx';
import type { SaveState } from './autosave.ts';
import styles from './bar.module.css';
import { useDesk } from './desk.ts';

/** How what is written stands, in words. */
export function SaveWords() {
  const { autosave } = useDesk();
  const state = useSyncExternalStore(autosave.subscribe, () => autosave.state);
  const isKept = useSyncExternalStore(autosave.subscribe, () => autosave.isKept);
  const isTrouble = TROUBLE.has(state.kind);
  return (
    <p className={styles.saved} data-kind={state.kind} role={isTrouble ? 'alert' : undefined}>
      {state.kind === 'saved' && <Icon name="check" />}
      {isTrouble && <Icon name="alert" />}
      <span>{wordsOf(state, isKept)}</span>
    </p>
  );
}

const NO_ROOM = 'This browser has no room to keep it: leave the page open.';

const TROUBLE: ReadonlySet<SaveState['kind']> = new Set(['offline', 'refused', 'conflict']);

function wordsOf(state: SaveState, isKept: boolean): string {
  switch (state.kind) {
    case 'saved':
      return 'Saved';
    case 'changed':
      return 'Not saved yet';
    case 'saving':
      return 'Saving';
    case 'offline':
      return isKept
        ? 'Not saved: the line is down, kept in this browser'
        : `Not saved: the line is down. ${NO_ROOM}`;
    case 'refused':
      return isKept
        ? `Not saved, kept in this browser: ${state.message}`
        : `Not saved: ${state.message} ${NO_ROOM}`;
    case 'conflict':
      return `Not saved: it was saved elsewhere meanwhile${isKept ? '' : `. ${NO_ROOM}`}`;
  }
}
