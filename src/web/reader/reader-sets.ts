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
import { promptSignIn, type RemoveItemsLink, showLimitDialog } from './prompt.ts';
import { readCurrentReader, useReader } from './session.ts';

/** A set of items that belongs to a reader and is stored on the server. */
export interface LoadableSet {
  /** Key of the set in the browser's cache. */
  name: string;
  /** Loads the keys of all items in the set. */
  load: () => Promise<readonly string[]>;
}

/** A set of items that a reader has chosen, such as bookmarks or followed authors. */
export interface ReaderSet<Member> extends LoadableSet {
  /** Adds an item to the set or removes it from the set. Rejects if the API request fails. */
  change: (member: Member, isIn: boolean) => Promise<void>;
  keyOf: (member: Member) => string;
  /** Returns the intent that is stored for a signed-out visitor. */
  toIntent: (member: Member) => Intent;
  /** A link to a page on which the reader can remove items to get below the plan's limit. */
  removeItemsLink: RemoveItemsLink;
  /** The message of the toast if a change fails. */
  failureMessage: string;
  /** Updates other cached data after the reader has added or removed an item. */
  onChange?: (member: Member, isIn: boolean) => void;
}

/** The membership of an item in a reader's set, with a function that toggles it. */
export interface ReaderSetMembership {
  /** True if the item is in the set; `undefined` until the set is loaded. */
  isIn: boolean | undefined;
  isPending: boolean;
  toggle: () => void;
}

/**
 * Returns the membership of an item in a reader's set. Toggling the membership changes the page once the server has
 * confirmed the change (spec 4). A signed-out visitor is asked to sign in. At the plan's limit, a dialog shows how to
 * get below the limit. Until the set is loaded, the item is shown as if it were not in the set, and a click adds it.
 */
export function useReaderSetMembership<Member>(
  set: ReaderSet<Member>,
  member: Member,
): ReaderSetMembership {
  const isIn = useMembers(set)?.includes(set.keyOf(member));
  const [isPending, setIsPending] = useState(false);

  async function toggle() {
    if (isPending) return;
    setIsPending(true);
    await changeMembership(set, member, !isIn);
    setIsPending(false);
  }

  return { isIn, isPending, toggle };
}

/**
 * Adds an item to a reader's set or removes it. Resolves with false if that failed, after showing a toast, the sign-in
 * prompt or the limit dialog.
 */
export async function changeMembership<Member>(
  set: ReaderSet<Member>,
  member: Member,
  isIn: boolean,
): Promise<boolean> {
  const reader = readCurrentReader();
  let wasIn: boolean | undefined;
  try {
    if (!reader) throw new ApiError(401, 'Signed out');
    // A request for the set that started before the change must complete first, because its response would undo the
    // change on the page.
    await ensureLoaded(set, reader.id);
    // The previous state is read before the request, because the stream of account changes may report this change
    // before the response arrives.
    wasIn = findKnownSet(set, reader.id)?.members.includes(set.keyOf(member));
    await set.change(member, isIn);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) promptSignIn(set.toIntent(member));
    else if (status === 403) showLimitDialog((error as ApiError).message, set.removeItemsLink);
    else showToast({ kind: 'error', text: set.failureMessage });
    return false;
  }
  applyLocally(set, reader.id, member, isIn);
  if (wasIn !== isIn) set.onChange?.(member, isIn);
  return true;
}

/** Applies a change to the set in this browser, after the server has confirmed the change. */
function applyLocally<Member>(
  set: ReaderSet<Member>,
  reader: string,
  member: Member,
  isIn: boolean,
): void {
  const previous = findKnownSet(set, reader);
  const key = set.keyOf(member);
  const otherKeys = (previous?.members ?? NO_MEMBERS).filter((each) => each !== key);
  const members = isIn ? [key, ...otherKeys] : otherKeys;
  // If the set failed to load, some of its items may be unknown. The known items are shown, but not cached.
  if (isFresh(previous)) storeMembers(set, reader, members);
  else setKnown(set, { reader, members, since: 0 });
  removeCachedPersonalPayloads();
}

/**
 * Returns the keys of all items in a reader's set, or `undefined` until the set is loaded. If loading fails, the set
 * counts as empty (spec 8). Changes are shared between tabs.
 */
export function useMembers(set: LoadableSet): readonly string[] | undefined {
  const reader = useReader()?.id;
  const members = useKnownMembers(set);
  useEffect(() => {
    if (reader) void ensureLoaded(set, reader);
  }, [set, reader]);
  return members;
}

/**
 * Returns the known keys of a reader's set, or `undefined` until another component has loaded the set. Does not load
 * the set itself.
 */
export function useKnownMembers(set: LoadableSet): readonly string[] | undefined {
  const reader = useReader()?.id;
  const known = useStore(knownMembersBySetNameStore)[set.name];
  return reader && known?.reader === reader ? known.members : undefined;
}

/**
 * The known items of a reader's set. `since` is the time when they were loaded (milliseconds since 1970), or 0 if only
 * some of the items are known.
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
/** The sets that this page uses, by name. They are kept in sync with other tabs and devices. */
export const syncedSetsByName = new Map<string, LoadableSet>();
/** Pending requests for sets. Each key consists of the set's name and the reader's ID. */
export const pendingSetLoads = new Map<string, Promise<void>>();

/** Loads a reader's set at most once an hour (spec 9), regardless of the number of callers. Ignores failures. */
async function ensureLoaded(set: LoadableSet, reader: string): Promise<void> {
  syncWithOtherTabs(set);
  if (!findKnownSet(set, reader)) hydrateFromCache(set, reader);
  if (!isFresh(findKnownSet(set, reader))) await loadReaderSet(set, reader);
}

/** Loads a set. If a request is already loading it, waits for that request. */
export async function loadReaderSet(set: LoadableSet, reader: string): Promise<void> {
  const name = `${set.name} ${reader}`;
  const load =
    pendingSetLoads.get(name) ??
    loadMembers(set, reader).finally(() => pendingSetLoads.delete(name));
  pendingSetLoads.set(name, load);
  await load;
}

/**
 * Applies changes that other tabs make to a set. The subscription starts when the set is first used and lasts until the
 * page is closed, because the page caches the set even while no button shows one of its items.
 */
function syncWithOtherTabs(set: LoadableSet): void {
  if (syncedSetsByName.has(set.name)) return;
  syncedSetsByName.set(set.name, set);
  watchCachedValueInOtherTabs(set.name, () => {
    const reader = readCurrentReader();
    if (reader) hydrateFromCache(set, reader.id);
  });
}

async function loadMembers(set: LoadableSet, reader: string): Promise<void> {
  try {
    storeMembers(set, reader, await set.load());
  } catch {
    if (!findKnownSet(set, reader)) setKnown(set, { reader, members: NO_MEMBERS, since: 0 });
  }
}

function hydrateFromCache(set: LoadableSet, reader: string): void {
  const cached = readCachedValue<readonly string[]>(set.name, reader);
  if (cached) setKnown(set, { reader, members: cached.value, since: cached.cachedAt });
}

function storeMembers(set: LoadableSet, reader: string, members: readonly string[]): void {
  // The reader may have signed out before the response arrived. In that case, their data must not be stored.
  if (readCurrentReader()?.id !== reader) return;
  const previousMembers = findKnownSet(set, reader)?.members;
  // Cached pages still show the previous state of the set, so these pages are removed from the cache.
  if (previousMembers && String(previousMembers) !== String(members))
    removeCachedPersonalPayloads();
  cacheValue(set.name, reader, members);
  setKnown(set, { reader, members, since: Date.now() });
}

function setKnown({ name }: LoadableSet, known: KnownSet): void {
  knownMembersBySetNameStore.set({ ...knownMembersBySetNameStore.get(), [name]: known });
}

export function findKnownSet({ name }: LoadableSet, reader: string): KnownSet | undefined {
  const known = knownMembersBySetNameStore.get()[name];
  return known?.reader === reader ? known : undefined;
}

function isFresh(known: KnownSet | undefined): boolean {
  return known !== undefined && Date.now() - known.since < CACHE_LIFETIME_IN_MILLISECONDS;
}
