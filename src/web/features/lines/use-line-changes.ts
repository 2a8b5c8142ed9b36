import { useState } from 'react';
import type { Line } from '#domain/lines.ts';

interface Changes {
  /** IDs of the removed lines. */
  removed: ReadonlySet<string>;
  /** ID of the line that was removed last, if it can be restored. */
  undoable: string | undefined;
  /** The changed notes by the IDs of their lines. */
  notes: ReadonlyMap<string, string>;
}

/** The changes that a reader has made to a list of lines, and functions that record further ones. */
export interface LineChanges extends Changes {
  /** Records that a line was removed. `isUndoable` is false if it was removed elsewhere. */
  remove: (id: string, isUndoable: boolean) => void;
  restore: (id: string) => void;
  setNote: (id: string, note: string) => void;
}

const NONE: Changes = { removed: new Set(), undoable: undefined, notes: new Map() };

/** Returns the changes that the reader has made since `first`, the first page of lines, was loaded. */
export function useLineChanges(first: readonly Line[]): LineChanges {
  const [state, setState] = useState({ first, changes: NONE });
  // Lines that were loaded later already contain the changes.
  const getChanges = (current: typeof state) => (current.first === first ? current.changes : NONE);
  const change = (next: (before: Changes) => Partial<Changes>) =>
    setState((current) => {
      const before = getChanges(current);
      return { first, changes: { ...before, ...next(before) } };
    });
  return {
    ...getChanges(state),
    remove: (id, isUndoable) =>
      change(({ removed }) => ({
        removed: new Set([...removed, id]),
        undoable: isUndoable ? id : undefined,
      })),
    restore: (id) =>
      change(({ removed }) => ({
        removed: new Set([...removed].filter((each) => each !== id)),
        undoable: undefined,
      })),
    setNote: (id, note) => change(({ notes }) => ({ notes: new Map([...notes, [id, note]]) })),
  };
}
