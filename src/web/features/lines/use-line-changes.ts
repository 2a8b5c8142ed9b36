import { useState } from 'react';
import type { Line } from '#domain/lines.ts';

interface Changes {
  /** The IDs of the removed lines. */
  removed: ReadonlySet<string>;
  /** The ID of the line that was removed most recently, if it can be restored. */
  undoable: string | undefined;
  /** The changed notes, by line ID. */
  notes: ReadonlyMap<string, string>;
}

/** The changes that a reader has made to the list of kept lines, and functions that record further changes. */
export interface RecordedLineChanges extends Changes {
  /** Records that a line was removed. `isUndoable` is false if it was removed in another tab or on another device. */
  remove: (id: string, isUndoable: boolean) => void;
  restore: (id: string) => void;
  setNote: (id: string, note: string) => void;
}

const NONE: Changes = { removed: new Set(), undoable: undefined, notes: new Map() };

/** Returns the changes that the reader has made since the first page of lines, `first`, was loaded. */
export function useLineChanges(first: readonly Line[]): RecordedLineChanges {
  const [state, setState] = useState({ first, changes: NONE });
  // If the first page was loaded again, it already contains the earlier changes, so their records are dropped.
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
