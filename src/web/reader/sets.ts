import { useEffect, useState } from 'react';
import { ApiError } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { useStore } from '#web/lib/store.ts';
import { forgetPersonalPayloads } from '#web/pages/payloads.ts';
import { CACHE_LIFETIME, createReadersStore, readCache, watchCache, writeCache } from './cache.ts';
import type { Intent } from './intents.ts';
import { askToSignIn, type Room, tellLimit } from './prompt.ts';
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
  intentOf: (member: Member) => Intent;
  /** The way out of the plan's limit. */
  room: Room;
  /** Said when it could not be changed. */
  failed: string;
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
    await haveMembers(set, reader.id);
    // The change also arrives by the stream of account changes, maybe before this call's response.
    wasIn = knownOf(set, reader.id)?.members.includes(set.keyOf(member));
    await set.change(member, isIn);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) askToSignIn(set.intentOf(member));
    else if (status === 403) tellLimit((error as ApiError).message, set.room);
    else showToast({ kind: 'error', text: set.failed });
    return false;
  }
  holdChange(set, reader.id, member, isIn);
  if (wasIn !== isIn) set.onChange?.(member, isIn);
  return true;
}

/** Changes what this browser knows, as it has changed on the server. */
function holdChange<Member>(
  set: ReaderSet<Member>,
  reader: string,
  member: Member,
  isIn: boolean,
): void {
  const before = knownOf(set, reader);
  const key = set.keyOf(member);
  const others = (before?.members ?? NOTHING).filter((each) => each !== key);
  const members = isIn ? [key, ...others] : others;
  // Where the set could not be loaded, this may be a part of it only: to be shown, not to be kept.
  if (isFresh(before)) keep(set, reader, members);
  else know(set, { reader, members, since: 0 });
  forgetPersonalPayloads();
}

/**
 * The keys of a reader's whole set; `undefined` while it is not known. A failure to load it is silent and
 * yields an empty set (spec 8). Tabs agree.
 */
function useMembers<Member>(set: ReaderSet<Member>): readonly string[] | undefined {
  const reader = useReader()?.id;
  const members = useKnownMembers(set);
  useEffect(() => {
    if (reader) void haveMembers(set, reader);
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
interface Known {
  reader: string;
  members: readonly string[];
  since: number;
}

const NOTHING: readonly string[] = [];
export const knownSets = createReadersStore<Readonly<Record<string, Known>>>({});
/** The sets this page has asked for, by name: kept in sync with other tabs and other devices. */
export const followedSets = new Map<string, ReaderSet<never>>();
/** What is being loaded, by set and reader. */
export const loads = new Map<string, Promise<void>>();

/** Loads all that a reader has in a set, once an hour (spec 9), however many ask; in silence where that fails. */
async function haveMembers<Member>(set: ReaderSet<Member>, reader: string): Promise<void> {
  followOtherTabs(set);
  if (!knownOf(set, reader)) knowWhatIsHeld(set, reader);
  if (!isFresh(knownOf(set, reader))) await loadOnce(set, reader);
}

/** Loads a set, unless that is under way. */
export async function loadOnce<Member>(set: ReaderSet<Member>, reader: string): Promise<void> {
  const name = `${set.name} ${reader}`;
  const load = loads.get(name) ?? loadMembers(set, reader).finally(() => loads.delete(name));
  loads.set(name, load);
  await load;
}

/**
 * Takes over what other tabs change in a set, from the first question about it until the page is left: the page
 * remembers the set also while no button shows it.
 */
function followOtherTabs<Member>(set: ReaderSet<Member>): void {
  if (followedSets.has(set.name)) return;
  followedSets.set(set.name, set);
  watchCache(set.name, () => {
    const reader = currentReader();
    if (reader) knowWhatIsHeld(set, reader.id);
  });
}

async function loadMembers<Member>(set: ReaderSet<Member>, reader: string): Promise<void> {
  try {
    keep(set, reader, await set.load());
  } catch {
    if (!knownOf(set, reader)) know(set, { reader, members: NOTHING, since: 0 });
  }
}

function knowWhatIsHeld<Member>(set: ReaderSet<Member>, reader: string): void {
  const held = readCache<readonly string[]>(set.name, reader);
  if (held) know(set, { reader, members: held.value, since: held.heldSince });
}

function keep<Member>(set: ReaderSet<Member>, reader: string, members: readonly string[]): void {
  // The answer may have come after its reader has left.
  if (currentReader()?.id !== reader) return;
  const before = knownOf(set, reader)?.members;
  // Cached pages show the set as it was.
  if (before && String(before) !== String(members)) forgetPersonalPayloads();
  writeCache(set.name, reader, members);
  know(set, { reader, members, since: Date.now() });
}

function know<Member>({ name }: ReaderSet<Member>, known: Known): void {
  knownSets.set({ ...knownSets.get(), [name]: known });
}

export function knownOf<Member>({ name }: ReaderSet<Member>, reader: string): Known | undefined {
  const known = knownSets.get()[name];
  return known?.reader === reader ? known : undefined;
}

function isFresh(known: Known | undefined): boolean {
  return known !== undefined && Date.now() - known.since < CACHE_LIFETIME;
}
