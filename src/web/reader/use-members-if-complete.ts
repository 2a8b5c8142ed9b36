import { useStore } from '#ui/lib/store.ts';
import {
  knownMembersBySetNameStore,
  type LoadableReaderSet,
  useKnownMembers,
} from './reader-sets.ts';

/**
 * Returns the keys of all items in a reader's set, without loading the set. Returns `undefined` until another component
 * has loaded it, or if loading has failed.
 */
export function useMembersIfComplete(set: LoadableReaderSet): readonly string[] | undefined {
  const members = useKnownMembers(set);
  const { since } = useStore(knownMembersBySetNameStore)[set.name] ?? {};
  return since ? members : undefined;
}
