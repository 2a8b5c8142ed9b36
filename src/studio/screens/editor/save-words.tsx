import { useSyncExternalStore } from 'react';
import { copy } from '../../copy.ts';
import { Icon } from '../../ui/icons.tsx';
import type { SaveState } from './autosave.ts';
import styles from './bar.module.css';
import { useDesk } from './desk.ts';

const words = copy.saving;

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

const NO_ROOM = words.noRoom;

const TROUBLE: ReadonlySet<SaveState['kind']> = new Set(['offline', 'refused', 'conflict']);

function wordsOf(state: SaveState, isKept: boolean): string {
  switch (state.kind) {
    case 'saved':
      return words.saved;
    case 'changed':
      return words.changed;
    case 'saving':
      return words.saving;
    case 'offline':
      return isKept ? words.offlineKept : words.offline(NO_ROOM);
    case 'refused':
      return isKept ? words.refusedKept(state.message) : words.refused(state.message, NO_ROOM);
    case 'conflict':
      return `${words.conflict}${isKept ? '' : `. ${NO_ROOM}`}`;
  }
}
