import { useStore } from '#ui/lib/store.ts';
import {
  knownMembersBySetNameStore,
  type LoadableReaderItemSet,
  useKnownReaderSetItems,
} from './reader-sets.ts';

/**
 * Returns the keys of all items in a reader's set, without loading the set. Returns `undefined` until another component
 * has loaded it, or if loading has failed.
 */
export function useReaderSetItemsIfComplete(
  set: LoadableReaderItemSet,
): readonly string[] | undefined {
  const members = useKnownReaderSetItems(set);
  const { since } = useStore(knownMembersBySetNameStore)[set.name] ?? {};
  return since ? members : undefined;
}
