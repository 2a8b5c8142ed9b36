import { useStore } from '#web/lib/store.ts';
import { knownSets, type ReaderSet, useKnownMembers } from './reader-sets.ts';

/** Returns the same as {@link useKnownMembers}, but `undefined` also if only some of the items may be known. */
export function useCompleteSet<Member>(set: ReaderSet<Member>): readonly string[] | undefined {
  const members = useKnownMembers(set);
  const { since } = useStore(knownSets)[set.name] ?? {};
  return since ? members : undefined;
}
