import { useSyncExternalStore } from 'react';
import { copy } from '../../copy.ts';
import { Icon } from '../../ui/icons.tsx';
import { useArticleEditor } from './article-editor.ts';
import type { SaveState } from './autosave.ts';
import styles from './editor-bar.module.css';

const words = copy.saving;

/** Shows whether the article is saved. */
export function SaveStatus() {
  const { autosave } = useArticleEditor();
  const state = useSyncExternalStore(autosave.subscribe, () => autosave.state);
  const isStored = useSyncExternalStore(autosave.subscribe, () => autosave.isStored);
  const hasProblem = ERROR_STATES.has(state.kind);
  return (
    <p className={styles.saved} data-kind={state.kind} role={hasProblem ? 'alert' : undefined}>
      {state.kind === 'saved' && <Icon name="check" />}
      {hasProblem && <Icon name="alert" />}
      <span>{describeState(state, isStored)}</span>
    </p>
  );
}

const STORAGE_FULL_MESSAGE = words.noRoom;

const ERROR_STATES: ReadonlySet<SaveState['kind']> = new Set(['offline', 'refused', 'conflict']);

function describeState(state: SaveState, isStored: boolean): string {
  switch (state.kind) {
    case 'saved':
      return words.saved;
    case 'changed':
      return words.changed;
    case 'saving':
      return words.saving;
    case 'offline':
      return isStored ? words.offlineKept : words.offline(STORAGE_FULL_MESSAGE);
    case 'refused':
      return isStored
        ? words.refusedKept(state.message)
        : words.refused(state.message, STORAGE_FULL_MESSAGE);
    case 'conflict':
      return `${words.conflict}${isStored ? '' : `. ${STORAGE_FULL_MESSAGE}`}`;
  }
}
