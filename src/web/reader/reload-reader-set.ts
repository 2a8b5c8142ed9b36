import {
  type LoadableReaderItemSet,
  loadReaderItemSet,
  pendingReaderSetLoads,
} from './reader-sets.ts';
import { readCurrentReader } from './session.ts';

/**
 * Loads a set of the current reader again, after it may have changed on the server. If a request for the set is
 * pending, waits for it first, because its response may not contain the change.
 */
export async function reloadReaderItemSet(set: LoadableReaderItemSet): Promise<void> {
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  await pendingReaderSetLoads.get(`${set.name} ${reader}`);
  await loadReaderItemSet(set, reader);
}
