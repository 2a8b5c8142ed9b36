import { useEffect, useState } from 'react';
import { ApiError } from '#ui/lib/api.ts';
import { useStore } from '#ui/lib/store.ts';
import { showToast } from '#ui/toast.tsx';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import {
  CACHE_LIFETIME_IN_MILLISECONDS,
  cacheValue,
  createStoreResetAtSignOut,
  readCachedValue,
  watchCachedValueInOtherTabs,
} from './cache.ts';
import type { Intent } from './intents.ts';
import { promptSignIn, type RemoveItemsLink, showPlanLimitDialog } from './prompt.ts';
import { readCurrentReader, useReader } from './session.ts';

/** A set of items that the server stores for a reader, such as finished articles. */
export interface LoadableReaderItemSet {
  /** The name of the set. It is also the key under which the browser caches the set. */
  name: string;
  /** Loads the keys of all items in the set. */
  load: () => Promise<readonly string[]>;
}

/** A set of items that a reader has chosen, such as bookmarks or followed authors. */
export interface ReaderItemSet<Member> extends LoadableReaderItemSet {
  /** Adds an item to the set or removes it from the set. Rejects if the API request fails. */
  change: (member: Member, isIn: boolean) => Promise<void>;
  keyOf: (member: Member) => string;
  /** Returns the intent to store if a signed-out visitor tries to add or remove an item. */
  toIntent: (member: Member) => Intent;
  /**
   * The link in the dialog that appears at the plan's limit. It leads to a page on which the reader can remove items.
   */
  removeItemsLink: RemoveItemsLink;
  /** The text of the toast that appears if a change fails. */
  failureMessage: string;
  /** Called after the reader has added or removed an item, to update other cached data. */
  onChange?: (member: Member, isIn: boolean) => void;
}

/** The membership of an item in a reader's set, such as the bookmarks. `toggle` adds or removes the item. */
export interface ReaderSetMembership {
  /** True if the item is in the set, or `undefined` until the set is loaded. */
  isIn: boolean | undefined;
  isPending: boolean;
  toggle: () => void;
}

/**
 * Returns whether an item is in a reader's set, and a function that adds or removes it. The page changes once the
 * server has confirmed the change (spec 4). A signed-out visitor is asked to sign in. At the plan's limit, a dialog
 * shows how to get below the limit. Until the set is loaded, the item counts as not in the set, and a click adds it.
 */
export function useReaderSetMembership<Member>(
  set: ReaderItemSet<Member>,
  member: Member,
): ReaderSetMembership {
  const isIn = useReaderSetItems(set)?.includes(set.keyOf(member));
  const [isPending, setIsPending] = useState(false);

  async function toggle() {
    if (isPending) return;
    setIsPending(true);
    await changeReaderSetItem(set, member, !isIn);
    setIsPending(false);
  }

  return { isIn, isPending, toggle };
}

/**
 * Adds an item to a reader's set or removes it. If this fails, shows a toast, the sign-in prompt or the limit dialog,
 * and resolves with false.
 */
export async function changeReaderSetItem<Member>(
  set: ReaderItemSet<Member>,
  member: Member,
  isIn: boolean,
): Promise<boolean> {
  const reader = readCurrentReader();
  let wasIn: boolean | undefined;
  try {
    if (!reader) throw new ApiError(401, 'Signed out');
    // A pending request for the set must complete first. Otherwise, its response, which does not contain this change,
    // would undo the change on the page.
    await ensureLoaded(set, reader.id);
    // The previous state is read before the request, because the stream of account changes may report this change
    // before the response arrives.
    wasIn = findKnownReaderItemSet(set, reader.id)?.members.includes(set.keyOf(member));
    await set.change(member, isIn);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) promptSignIn(set.toIntent(member));
    else if (status === 403) showPlanLimitDialog((error as ApiError).message, set.removeItemsLink);
    else showToast({ kind: 'error', text: set.failureMessage });
    return false;
  }
  applyLocally(set, reader.id, member, isIn);
  if (wasIn !== isIn) set.onChange?.(member, isIn);
  return true;
}

/** Applies a change to this browser's copy of the set, after the server has confirmed the change. */
function applyLocally<Member>(
  set: ReaderItemSet<Member>,
  reader: string,
  member: Member,
  isIn: boolean,
): void {
  const previous = findKnownReaderItemSet(set, reader);
  const key = set.keyOf(member);
  const otherKeys = (previous?.members ?? NO_MEMBERS).filter((each) => each !== key);
  const members = isIn ? [key, ...otherKeys] : otherKeys;
  // If the set failed to load, only some of its items are known. They are shown but not cached.
  if (isFresh(previous)) storeMembers(set, reader, members);
  else setKnown(set, { reader, members, since: 0 });
  removeCachedPersonalPayloads();
}

/**
 * Loads the set, and returns the keys of all its items, or `undefined` until they are loaded. If loading fails, the set
 * counts as empty (spec 8). All tabs show the same set.
 */
export function useReaderSetItems(set: LoadableReaderItemSet): readonly string[] | undefined {
  const reader = useReader()?.id;
  const members = useKnownReaderSetItems(set);
  useEffect(() => {
    if (reader) void ensureLoaded(set, reader);
  }, [set, reader]);
  return members;
}

/**
 * Returns the keys of the items that this page knows, or `undefined` until another component has loaded the set. Does
 * not load the set itself.
 */
export function useKnownReaderSetItems(set: LoadableReaderItemSet): readonly string[] | undefined {
  const reader = useReader()?.id;
  const known = useStore(knownMembersBySetNameStore)[set.name];
  return reader && known?.reader === reader ? known.members : undefined;
}

/**
 * The items of a reader's set that this page knows. `since` is the time when they were loaded (milliseconds since
 * 1970). It is 0 if the set may contain more items.
 */
interface KnownSet {
  reader: string;
  members: readonly string[];
  since: number;
}

const NO_MEMBERS: readonly string[] = [];
export const knownMembersBySetNameStore = createStoreResetAtSignOut<
  Readonly<Record<string, KnownSet>>
>({});
/** The sets that this page has used, by name. The page applies changes from other tabs and devices to them. */
export const syncedReaderSetsByName = new Map<string, LoadableReaderItemSet>();
/** Pending requests that load sets. Each key consists of the set's name and the reader's ID. */
export const pendingReaderSetLoads = new Map<string, Promise<void>>();

/**
 * Loads the items of a set, such as the bookmarks, unless they were loaded in the last hour (spec 9). Ignores failures.
 */
async function ensureLoaded(set: LoadableReaderItemSet, reader: string): Promise<void> {
  syncWithOtherTabs(set);
  if (!findKnownReaderItemSet(set, reader)) hydrateFromCache(set, reader);
  if (!isFresh(findKnownReaderItemSet(set, reader))) await loadReaderItemSet(set, reader);
}

/** Loads a set from the server. If another request is already loading it, waits for that request instead. */
export async function loadReaderItemSet(set: LoadableReaderItemSet, reader: string): Promise<void> {
  const name = `${set.name} ${reader}`;
  const load =
    pendingReaderSetLoads.get(name) ??
    loadMembers(set, reader).finally(() => pendingReaderSetLoads.delete(name));
  pendingReaderSetLoads.set(name, load);
  await load;
}

/**
 * Applies changes that other tabs make to a set. Starts when the set is first used, and never stops, because the set
 * stays cached until the page is closed.
 */
function syncWithOtherTabs(set: LoadableReaderItemSet): void {
  if (syncedReaderSetsByName.has(set.name)) return;
  syncedReaderSetsByName.set(set.name, set);
  watchCachedValueInOtherTabs(set.name, () => {
    const reader = readCurrentReader();
    if (reader) hydrateFromCache(set, reader.id);
  });
}

async function loadMembers(set: LoadableReaderItemSet, reader: string): Promise<void> {
  try {
    storeMembers(set, reader, await set.load());
  } catch {
    if (!findKnownReaderItemSet(set, reader))
      setKnown(set, { reader, members: NO_MEMBERS, since: 0 });
  }
}

function hydrateFromCache(set: LoadableReaderItemSet, reader: string): void {
  const cached = readCachedValue<readonly string[]>(set.name, reader);
  if (cached) setKnown(set, { reader, members: cached.value, since: cached.cachedAt });
}

function storeMembers(
  set: LoadableReaderItemSet,
  reader: string,
  members: readonly string[],
): void {
  // If the reader has signed out in the meantime, their data must not be stored.
  if (readCurrentReader()?.id !== reader) return;
  const previousMembers = findKnownReaderItemSet(set, reader)?.members;
  // Cached page payloads still contain the previous state of the set, so they are removed.
  if (previousMembers && String(previousMembers) !== String(members))
    removeCachedPersonalPayloads();
  cacheValue(set.name, reader, members);
  setKnown(set, { reader, members, since: Date.now() });
}

function setKnown({ name }: LoadableReaderItemSet, known: KnownSet): void {
  knownMembersBySetNameStore.set({ ...knownMembersBySetNameStore.get(), [name]: known });
}

export function findKnownReaderItemSet(
  { name }: LoadableReaderItemSet,
  reader: string,
): KnownSet | undefined {
  const known = knownMembersBySetNameStore.get()[name];
  return known?.reader === reader ? known : undefined;
}

function isFresh(known: KnownSet | undefined): boolean {
  return known !== undefined && Date.now() - known.since < CACHE_LIFETIME_IN_MILLISECONDS;
}
