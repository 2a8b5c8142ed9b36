import { MAX_PAGE_SIZE } from '#domain/paging.ts';
import {
  getLineApiPath,
  getPathSegment,
  isNewLineAction,
  toWaitingResponseData,
  type WaitingAction,
} from './waiting-action.ts';

/** The kinds of actions that add or remove a bookmark or a followed author. */
type MemberKind = 'bookmark' | 'follow';

/**
 * A reader's bookmarks and followed authors, as last returned by the server and updated with all actions that the
 * server has carried out since.
 */
export type KnownBookmarksAndFollows = Readonly<Partial<Record<MemberKind, readonly string[]>>>;

/** A reader's waiting actions, and the bookmarks and followed authors that the server last returned. */
interface KnownState {
  /** Actions waiting to be sent, in the order in which they are sent. */
  waiting: readonly WaitingAction[];
  members: KnownBookmarksAndFollows;
}

/**
 * The GET requests for a reader's bookmarks and followed authors. `property` is the name of the response property that
 * contains the list.
 */
export const BOOKMARK_AND_FOLLOW_REQUESTS: readonly {
  kind: MemberKind;
  path: string;
  property: string;
}[] = [
  { kind: 'bookmark', path: '/bookmarks/ids', property: 'ids' },
  { kind: 'follow', path: '/users/me/following', property: 'authors' },
];

/** Patterns for the paths of other GET requests whose responses depend on waiting actions. */
const OTHER_READS = [
  /^\/articles\/[^/]+\/[^/]+\/feedback$/,
  // Matches only an article page's request for the lines (saved passages) that the reader has kept from the article.
  // The list of all kept lines is requested with another page size.
  RegExp(`^/lines\\?article=[^&]+&limit=${MAX_PAGE_SIZE}$`),
];

type MemberData = Readonly<Record<string, readonly string[]>>;

/** Returns true for a GET request whose response depends on waiting actions. `path` is relative to the API. */
export function isAffectedByWaitingActions(path: string): boolean {
  return findMemberRead(path) !== undefined || OTHER_READS.some((each) => each.test(path));
}

function findMemberRead(path: string) {
  return BOOKMARK_AND_FOLLOW_REQUESTS.find((read) => read.path === path);
}

/**
 * Returns the data of a GET response with all waiting actions applied. `data` is the server's data, or `undefined` if
 * the server cannot be reached. Returns `data` unchanged if no waiting action affects it.
 */
export function applyWaitingActions(state: KnownState, path: string, data: unknown): unknown {
  if (findMemberRead(path)) return applyToMembers(state, path, data as MemberData | undefined);
  return path.startsWith('/lines?')
    ? applyToLines(state, path, data as LineData | undefined)
    : applyToFeedback(state, path, data);
}

function applyToMembers(
  { members, waiting }: KnownState,
  path: string,
  data: MemberData | undefined,
): MemberData | undefined {
  const { kind, property } = findMemberRead(path)!;
  const actions = waiting.filter((each) => each.kind === kind);
  if (data && !actions.length) return data;
  const knownMembers = data ? data[property] : members[kind];
  return knownMembers && { [property]: actions.reduce(changeMember, knownMembers) };
}

function applyToFeedback({ waiting }: KnownState, path: string, data: unknown): unknown {
  const action = waiting.find((each) => each.path === path);
  if (!action) return data;
  return { feedbackType: action.body ? JSON.parse(action.body).feedbackType : null };
}

interface LineData {
  lines: readonly { id: string }[];
}

function applyToLines(
  { waiting }: KnownState,
  path: string,
  data: LineData | undefined,
): object | undefined {
  const article = new URLSearchParams(path.split('?')[1]).get('article');
  const isRemoved = ({ id }: { id: string }) =>
    waiting.some(({ method, path }) => method === 'DELETE' && path === getLineApiPath(id));
  const lineActions = waiting.filter(
    (each) => isNewLineAction(each) && getPathSegment(each.path, 3) === article,
  );
  const lines = [
    ...lineActions.map(toWaitingResponseData),
    ...(data?.lines ?? []),
  ] as LineData['lines'];
  const remainingLines = lines.filter((line) => !isRemoved(line));
  const isUnchanged = remainingLines.length === lines.length && !lineActions.length;
  return isUnchanged ? data : { nextToken: null, ...data, lines: remainingLines };
}

/**
 * Returns the known bookmarks and followed authors, updated with the `data` that the server returned for `path`.
 * Returns them unchanged if `path` lists neither bookmarks nor followed authors.
 */
export function updateKnownBookmarksAndFollows(
  members: KnownBookmarksAndFollows,
  path: string,
  data: unknown,
): KnownBookmarksAndFollows {
  const read = findMemberRead(path);
  if (!read) return members;
  const received = (data as MemberData)[read.property]!;
  const isUnchanged = String(members[read.kind]) === String(received);
  return isUnchanged ? members : { ...members, [read.kind]: received };
}

/** Returns the known bookmarks and followed authors after the server has carried out an action. */
export function applyActionToKnownBookmarksAndFollows(
  members: KnownBookmarksAndFollows,
  action: WaitingAction,
): KnownBookmarksAndFollows {
  const { kind } = action;
  if (kind !== 'bookmark' && kind !== 'follow') return members;
  const knownMembers = members[kind];
  return knownMembers ? { ...members, [kind]: changeMember(knownMembers, action) } : members;
}

/** Adds a bookmark or followed author to the list, or removes one, as the action requests. Returns the changed list. */
function changeMember(
  members: readonly string[],
  { kind, method, path }: WaitingAction,
): readonly string[] {
  const name = decodeURIComponent(getPathSegment(path, 2));
  const key = kind === 'bookmark' ? `${name}:${getPathSegment(path, 3)}` : name;
  const otherMembers = members.filter((each) => each !== key);
  return method === 'PUT' ? [key, ...otherMembers] : otherMembers;
}
