import { useEffect, useState } from 'react';
import { ApiError } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { useStore } from '#web/lib/store.ts';
import { dropPersonalPayloads } from '#web/pages/payloads.ts';
import { CACHE_LIFETIME, createReaderStore, readCache, watchCache, writeCache } from './cache.ts';
import type { Intent } from './intents.ts';
import { type LimitRemedy, promptSignIn, showLimitDialog } from './prompt.ts';
import { currentReader, useReader } from './session.ts';

/** A set of things that are a reader's own, kept on the server: what they bookmarked, whom they follow. */
export interface ReaderSet<Member> {
  /** Names it in the browser's cache. */
  name: string;
  /** The keys of all that is in it. */
  load: () => Promise<readonly string[]>;
  /** Puts something in, or takes it out. Throws as calls to the API do. */
  change: (member: Member, isIn: boolean) => Promise<void>;
  keyOf: (member: Member) => string;
  /** What a reader wants who is not signed in yet. */
  toIntent: (member: Member) => Intent;
  /** The way out of the plan's limit. */
  limitRemedy: LimitRemedy;
  /** Said when it could not be changed. */
  failureMessage: string;
  /** What else of this browser's knowledge changes when the reader puts something in or takes it out. */
  onChange?: (member: Member, isIn: boolean) => void;
}

/** Whether something is in a reader's set, and how to change that. */
export interface Membership {
  /** `undefined` while that is not known. */
  isIn: boolean | undefined;
  isPending: boolean;
  toggle: () => void;
}

/**
 * One thing in a reader's set. Toggling it changes nothing here until the server has said yes (spec 4);
 * signed out, it asks to sign in; over the limit, it says where to make room. While the set is not known, a
 * thing looks as if it were not in it, so pressing it can only mean to put it in.
 */
export function useMembership<Member>(set: ReaderSet<Member>, member: Member): Membership {
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
 * Puts something into a reader's set or takes it out. Whether it was done: where it was not, the reader has
 * been told, or asked to sign in, or shown where to make room.
 */
export async function changeMembership<Member>(
  set: ReaderSet<Member>,
  member: Member,
  isIn: boolean,
): Promise<boolean> {
  const reader = currentReader();
  let wasIn: boolean | undefined;
  try {
    if (!reader) throw new ApiError(401, 'Signed out');
    // An answer to "what is in it?" that crossed the change on its way would undo it here.
    await ensureLoaded(set, reader.id);
    // The change also arrives by the stream of account changes, maybe before this call's response.
    wasIn = findKnownSet(set, reader.id)?.members.includes(set.keyOf(member));
    await set.change(member, isIn);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) promptSignIn(set.toIntent(member));
    else if (status === 403) showLimitDialog((error as ApiError).message, set.limitRemedy);
    else showToast({ kind: 'error', text: set.failureMessage });
    return false;
  }
  applyLocally(set, reader.id, member, isIn);
  if (wasIn !== isIn) set.onChange?.(member, isIn);
  return true;
}

/** Changes what this browser knows, as it has changed on the server. */
function applyLocally<Member>(
  set: ReaderSet<Member>,
  reader: string,
  member: Member,
  isIn: boolean,
): void {
  const before = findKnownSet(set, reader);
  const key = set.keyOf(member);
  const others = (before?.members ?? NO_MEMBERS).filter((each) => each !== key);
  const members = isIn ? [key, ...others] : others;
  // Where the set could not be loaded, this may be a part of it only: to be shown, not to be kept.
  if (isFresh(before)) storeMembers(set, reader, members);
  else setKnown(set, { reader, members, since: 0 });
  dropPersonalPayloads();
}

/**
 * The keys of a reader's whole set; `undefined` while it is not known. A failure to load it is silent and
 * yields an empty set (spec 8). Tabs agree.
 */
function useMembers<Member>(set: ReaderSet<Member>): readonly string[] | undefined {
  const reader = useReader()?.id;
  const members = useKnownMembers(set);
  useEffect(() => {
    if (reader) void ensureLoaded(set, reader);
  }, [set, reader]);
  return members;
}

/**
 * The keys of a reader's whole set, as this browser knows it: `undefined` until a button on the page has
 * asked for it. Only looks on: it asks for nothing itself.
 */
export function useKnownMembers<Member>(set: ReaderSet<Member>): readonly string[] | undefined {
  const reader = useReader()?.id;
  const known = useStore(knownSets)[set.name];
  return reader && known?.reader === reader ? known.members : undefined;
}

/** What is known of a set: of whose, and since when (milliseconds since 1970); since 0, it may be a part only. */
interface KnownSet {
  reader: string;
  members: readonly string[];
  since: number;
}

const NO_MEMBERS: readonly string[] = [];
export const knownSets = createReaderStore<Readonly<Record<string, KnownSet>>>({});
/** The sets this page has asked for, by name: kept in sync with other tabs and other devices. */
export const usedSets = new Map<string, ReaderSet<never>>();
/** What is being loaded, by set and reader. */
export const pendingLoads = new Map<string, Promise<void>>();

/** Loads all that a reader has in a set, once an hour (spec 9), however many ask; in silence where that fails. */
async function ensureLoaded<Member>(set: ReaderSet<Member>, reader: string): Promise<void> {
  syncWithOtherTabs(set);
  if (!findKnownSet(set, reader)) hydrateFromCache(set, reader);
  if (!isFresh(findKnownSet(set, reader))) await loadSet(set, reader);
}

/** Loads a set, unless that is under way. */
export async function loadSet<Member>(set: ReaderSet<Member>, reader: string): Promise<void> {
  const name = `${set.name} ${reader}`;
  const load =
    pendingLoads.get(name) ?? loadMembers(set, reader).finally(() => pendingLoads.delete(name));
  pendingLoads.set(name, load);
  await load;
}

/**
 * Takes over what other tabs change in a set, from the first question about it until the page is left: the page
 * remembers the set also while no button shows it.
 */
function syncWithOtherTabs<Member>(set: ReaderSet<Member>): void {
  if (usedSets.has(set.name)) return;
  usedSets.set(set.name, set);
  watchCache(set.name, () => {
    const reader = currentReader();
    if (reader) hydrateFromCache(set, reader.id);
  });
}

async function loadMembers<Member>(set: ReaderSet<Member>, reader: string): Promise<void> {
  try {
    storeMembers(set, reader, await set.load());
  } catch {
    if (!findKnownSet(set, reader)) setKnown(set, { reader, members: NO_MEMBERS, since: 0 });
  }
}

function hydrateFromCache<Member>(set: ReaderSet<Member>, reader: string): void {
  const held = readCache<readonly string[]>(set.name, reader);
  if (held) setKnown(set, { reader, members: held.value, since: held.cachedAt });
}

function storeMembers<Member>(
  set: ReaderSet<Member>,
  reader: string,
  members: readonly string[],
): void {
  // The answer may have come after its reader has left.
  if (currentReader()?.id !== reader) return;
  const before = findKnownSet(set, reader)?.members;
  // Cached pages show the set as it was.
  if (before && String(before) !== String(members)) dropPersonalPayloads();
  writeCache(set.name, reader, members);
  setKnown(set, { reader, members, since: Date.now() });
}

function setKnown<Member>({ name }: ReaderSet<Member>, known: KnownSet): void {
  knownSets.set({ ...knownSets.get(), [name]: known });
}

export function findKnownSet<Member>(
  { name }: ReaderSet<Member>,
  reader: string,
): KnownSet | undefined {
  const known = knownSets.get()[name];
  return known?.reader === reader ? known : undefined;
}

function isFresh(known: KnownSet | undefined): boolean {
  return known !== undefined && Date.now() - known.since < CACHE_LIFETIME;
}
