import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#web/lib/api.ts';
import { forgetPersonalPayloads } from '#web/pages/payloads.ts';
import { showToast } from '#web/ui/toast.tsx';
import { CACHE_LIFETIME, readCache, watchCache, writeCache } from './cache.ts';
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
  onChange?: (queries: QueryClient, member: Member, isIn: boolean) => void;
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
  const queries = useQueryClient();
  const isIn = useMembers(set)?.includes(set.keyOf(member));
  const { mutate, isPending } = useMutation({
    mutationFn: (next: boolean) => changeMembership(queries, set, member, next),
    // Offline it fails at once and says so, where it would otherwise wait for the connection in silence.
    networkMode: 'always',
  });
  const toggle = () => {
    if (!isPending) mutate(!isIn);
  };
  return { isIn, isPending, toggle };
}

/**
 * Puts something into a reader's set or takes it out. Whether it was done: where it was not, the reader has
 * been told, or asked to sign in, or shown where to make room.
 */
export async function changeMembership<Member>(
  queries: QueryClient,
  set: ReaderSet<Member>,
  member: Member,
  isIn: boolean,
): Promise<boolean> {
  const reader = currentReader();
  try {
    if (!reader) throw new ApiError(401, 'Signed out');
    // An answer to "what is in it?" that crossed the change on its way would undo it here.
    await queries.fetchQuery(membersOf(set, reader.id)).catch(() => NOTHING);
    await set.change(member, isIn);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 401) askToSignIn(set.intentOf(member));
    else if (status === 403) tellLimit((error as ApiError).message, set.room);
    else showToast({ kind: 'error', text: set.failed });
    return false;
  }
  holdChange(queries, set, reader.id, member, isIn);
  return true;
}

/** Changes what this browser knows, as it has changed on the server. */
function holdChange<Member>(
  queries: QueryClient,
  set: ReaderSet<Member>,
  reader: string,
  member: Member,
  isIn: boolean,
): void {
  const { queryKey } = membersOf(set, reader);
  const known = queries.getQueryState(queryKey);
  const key = set.keyOf(member);
  const others = (known?.data ?? NOTHING).filter((each) => each !== key);
  const members = isIn ? [key, ...others] : others;
  queries.setQueryData(queryKey, members);
  // Where the set could not be loaded, this may be a part of it only: to be shown, not to be kept.
  if (known?.data && !known.isInvalidated) writeCache(set.name, reader, members);
  else queries.invalidateQueries({ queryKey, refetchType: 'none' });
  if (known?.data?.includes(key) !== isIn) set.onChange?.(queries, member, isIn);
  forgetPersonalPayloads();
}

/**
 * The keys of a reader's whole set; `undefined` while it is not known. A failure to load it is silent and
 * yields an empty set (spec 8). Tabs agree.
 */
function useMembers<Member>(set: ReaderSet<Member>): readonly string[] | undefined {
  const id = useReader()?.id ?? '';
  const queries = useQueryClient();
  const { data, isError } = useQuery({ ...membersOf(set, id), enabled: id !== '' });
  useEffect(() => {
    if (!id) return;
    return watchCache(set.name, () => {
      const held = readCache<string[]>(set.name, id);
      const { queryKey } = membersOf(set, id);
      if (held) queries.setQueryData(queryKey, held.value, { updatedAt: held.heldSince });
    });
  }, [queries, set, id]);
  return data ?? (isError ? NOTHING : undefined);
}

const NOTHING: readonly string[] = [];

/**
 * The keys of a reader's whole set, as this browser knows it: `undefined` until a button on the page has
 * asked for it, or when that failed. Only looks on: it asks for nothing itself.
 */
export function useKnownMembers<Member>(set: ReaderSet<Member>): readonly string[] | undefined {
  return useQuery({ ...membersOf(set, useReader()?.id ?? ''), enabled: false }).data;
}

/** The keys of all that a reader has in a set: loaded once an hour (spec 9), however many ask. */
function membersOf<Member>(set: ReaderSet<Member>, reader: string) {
  const held = () => readCache<readonly string[]>(set.name, reader);
  return queryOptions<readonly string[]>({
    queryKey: ['reader-set', set.name, reader],
    queryFn: async () => {
      const members = await set.load();
      writeCache(set.name, reader, members);
      return members;
    },
    initialData: () => held()?.value,
    initialDataUpdatedAt: () => held()?.heldSince,
    staleTime: CACHE_LIFETIME,
    gcTime: CACHE_LIFETIME,
    networkMode: 'always',
    retry: false,
  });
}
