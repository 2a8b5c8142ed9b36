import { useStore } from '#web/lib/store.ts';
import { knownSets, type ReaderSet, useKnownMembers } from './reader-sets.ts';

/** As {@link useKnownMembers}, but also `undefined` while only a part of the set may be known. */
export function useCompleteSet<Member>(set: ReaderSet<Member>): readonly string[] | undefined {
  const members = useKnownMembers(set);
  const { since } = useStore(knownSets)[set.name] ?? {};
  return since ? members : undefined;
}
