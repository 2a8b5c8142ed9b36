import { MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS } from '#domain/listening-position-age.ts';
import { MAX_REPORTED_READING_AGE_IN_MILLISECONDS } from '#domain/reading.ts';
import type { WaitingActionKind } from '#web/lib/outbox-messages.ts';

/** A request from a page that changes a reader's data. */
export interface ActionRequest {
  method: 'PUT' | 'DELETE';
  /** Path relative to the API. */
  path: string;
  /** The JSON body, or an empty string if there is no body. */
  body: string;
}

/** A reader's action that is waiting to be sent to the server. */
export interface WaitingAction extends ActionRequest {
  id: string;
  kind: WaitingActionKind;
  /**
   * Key of the item that the action changes, such as an article's bookmark. A later action with the same subject
   * replaces this one.
   */
  subject: string;
  /** Time of the action in milliseconds since 1970. */
  at: number;
  /** Number of times that the server has responded to this action with status 500. */
  failures: number;
}

const ARTICLE = '^/articles/[^/]+/[^/]+';
/** The requests that can be stored and sent later. All of them are idempotent. */
const ROUTES: readonly { kind: WaitingActionKind; methods: readonly string[]; path: RegExp }[] = [
  { kind: 'bookmark', methods: ['PUT', 'DELETE'], path: RegExp(`${ARTICLE}/bookmark$`) },
  { kind: 'follow', methods: ['PUT', 'DELETE'], path: /^\/authors\/[^/]+\/follow$/ },
  { kind: 'feedback', methods: ['PUT', 'DELETE'], path: RegExp(`${ARTICLE}/feedback$`) },
  { kind: 'line', methods: ['PUT'], path: RegExp(`${ARTICLE}/lines$`) },
  // PUT restores a kept line (a saved passage) that was removed, and DELETE removes it.
  { kind: 'line', methods: ['PUT', 'DELETE'], path: /^\/lines\/[^/]+$/ },
  { kind: 'reading', methods: ['PUT'], path: RegExp(`${ARTICLE}/reading$`) },
  { kind: 'position', methods: ['PUT', 'DELETE'], path: RegExp(`${ARTICLE}/place$`) },
];

/**
 * The kinds of actions that are progress reports. `age` is the name of the property that contains the report's age in
 * milliseconds, and `maxAge` is the largest age that the server accepts.
 */
const REPORTS: Readonly<Partial<Record<WaitingActionKind, { age: string; maxAge: number }>>> = {
  reading: { age: 'readAgo', maxAge: MAX_REPORTED_READING_AGE_IN_MILLISECONDS },
  position: { age: 'heardAgo', maxAge: MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS },
};

/** Returns true for a progress report, which a page sends automatically to store the reading or listening position. */
export function isProgressReport({ kind }: Pick<WaitingAction, 'kind'>): boolean {
  return kind in REPORTS;
}

/** Returns true if a request can be stored and sent later. `path` is relative to the API. */
export function canBeSentLater(method: string, path: string): boolean {
  return findRoute(method, path) !== undefined;
}

function findRoute(method: string, path: string) {
  return ROUTES.find((route) => route.methods.includes(method) && route.path.test(path));
}

/**
 * Converts a request to an action. `at` is the time of the request. Returns `undefined` if the request cannot be sent
 * later.
 */
export function toWaitingAction(
  { method, path, body }: ActionRequest,
  id: string,
  at: number,
): WaitingAction | undefined {
  const kind = findRoute(method, path)?.kind;
  if (!kind) return undefined;
  return { id, kind, subject: getSubject(kind, path, body), method, path, body, at, failures: 0 };
}

function getSubject(kind: WaitingActionKind, path: string, body: string): string {
  // An article can have several kept lines (saved passages), so the subject includes the request body, which contains
  // the line's text.
  if (kind === 'line') return `${path} ${body}`;
  // The report that the reader has finished an article has a subject of its own, so that a later report about another
  // section of the article does not replace it.
  if (kind === 'reading' && JSON.parse(body).section === 'end') return `${path} end`;
  return path;
}

/** Converts an action to the request that sends it. A progress report contains its age at the time `now`. */
export function toActionRequest(action: WaitingAction, now: number): ActionRequest {
  const { kind, method, path, body, at } = action;
  const report = REPORTS[kind];
  if (!report) return { method, path, body };
  const { age, maxAge } = report;
  const clamp = (milliseconds: number) => Math.min(Math.max(0, Math.round(milliseconds)), maxAge);
  if (!body) return { method, path: `${path}?${age}=${clamp(now - at)}`, body };
  const content = JSON.parse(body) as Record<string, unknown>;
  const baseAge = Number(content[age] ?? 0);
  return { method, path, body: JSON.stringify({ ...content, [age]: clamp(baseAge + now - at) }) };
}

/**
 * Returns the response data that tells a page that its action is waiting to be sent. For a new line (a saved passage),
 * the data contains the action's ID as a temporary line ID.
 */
export function toWaitingResponseData({ id, kind, path, body }: WaitingAction): object {
  if (!isNewLineAction({ kind, body })) return { isWaiting: true };
  return {
    id,
    text: JSON.parse(body).text,
    article: { id: getPathSegment(path, 3) },
    isWaiting: true,
  };
}

/**
 * Returns true for an action that saves a new line (a passage of an article). Returns false for an action that restores
 * or removes a line.
 */
export function isNewLineAction({ kind, body }: Pick<WaitingAction, 'kind' | 'body'>): boolean {
  return kind === 'line' && body !== '';
}

/** Returns the API path for requests that remove or restore a kept line (a saved passage). */
export function getLineApiPath(id: string): string {
  return `/lines/${id}`;
}

/**
 * Returns the ID of the kept line (saved passage) in the path of a request that removes or restores the line. Returns
 * `undefined` for any other path.
 */
export function findLineIdInPath(path: string): string | undefined {
  return /^\/lines\/([^/]+)$/.exec(path)?.[1];
}

/** Returns the segment of a path at an index, such as `b` for the path `/a/b` and index 2. */
export function getPathSegment(path: string, index: number): string {
  return path.split('/')[index]!;
}
