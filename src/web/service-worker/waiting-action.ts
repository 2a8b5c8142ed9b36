import { MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS } from '#domain/listening-position-age.ts';
import { MAX_REPORTED_READING_AGE_IN_MILLISECONDS } from '#domain/reading.ts';
import type { ActionKind } from '#web/lib/outbox-messages.ts';

/** A request of a page that changes a reader's data. */
export interface ActionRequest {
  method: 'PUT' | 'DELETE';
  /** Path relative to the API. */
  path: string;
  /** The body as JSON; empty if there is none. */
  body: string;
}

/** An action of a reader that waits to be sent. */
export interface WaitingAction extends ActionRequest {
  id: string;
  kind: ActionKind;
  /** The thing that the action changes. A later action with the same subject replaces this one. */
  subject: string;
  /** Time of the action, in milliseconds since 1970. */
  at: number;
  /** Number of times that the server responded with an internal error. */
  failures: number;
}

const ARTICLE = '^/articles/[^/]+/[^/]+';
/** The requests that can wait. Repeating any of them changes nothing on the server. */
const ROUTES: readonly { kind: ActionKind; methods: readonly string[]; path: RegExp }[] = [
  { kind: 'bookmark', methods: ['PUT', 'DELETE'], path: RegExp(`${ARTICLE}/bookmark$`) },
  { kind: 'follow', methods: ['PUT', 'DELETE'], path: /^\/authors\/[^/]+\/follow$/ },
  { kind: 'feedback', methods: ['PUT', 'DELETE'], path: RegExp(`${ARTICLE}/feedback$`) },
  { kind: 'line', methods: ['PUT'], path: RegExp(`${ARTICLE}/lines$`) },
  // Restores or removes a line.
  { kind: 'line', methods: ['PUT', 'DELETE'], path: /^\/lines\/[^/]+$/ },
  { kind: 'reading', methods: ['PUT'], path: RegExp(`${ARTICLE}/reading$`) },
  { kind: 'position', methods: ['PUT', 'DELETE'], path: RegExp(`${ARTICLE}/place$`) },
];

/** The property with the age of each kind of report, in milliseconds, and the maximum age that the server accepts. */
const REPORTS: Readonly<Partial<Record<ActionKind, { age: string; maxAge: number }>>> = {
  reading: { age: 'readAgo', maxAge: MAX_REPORTED_READING_AGE_IN_MILLISECONDS },
  position: { age: 'heardAgo', maxAge: MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS },
};

/** Returns true for an action that the page makes by itself: a report of a reading or a listening position. */
export function isReport({ kind }: Pick<WaitingAction, 'kind'>): boolean {
  return kind in REPORTS;
}

/** Returns true for a request that can wait. `path` is relative to the API. */
export function canWait(method: string, path: string): boolean {
  return findRoute(method, path) !== undefined;
}

function findRoute(method: string, path: string) {
  return ROUTES.find((route) => route.methods.includes(method) && route.path.test(path));
}

/** Returns the action that a request makes at the time `at`, or `undefined` if the request cannot wait. */
export function toAction(
  { method, path, body }: ActionRequest,
  id: string,
  at: number,
): WaitingAction | undefined {
  const kind = findRoute(method, path)?.kind;
  if (!kind) return undefined;
  return { id, kind, subject: getSubject(kind, path, body), method, path, body, at, failures: 0 };
}

function getSubject(kind: ActionKind, path: string, body: string): string {
  // Each text of an article is a line of its own.
  if (kind === 'line') return `${path} ${body}`;
  // The report that an article was finished must not be replaced when the article is started again.
  if (kind === 'reading' && JSON.parse(body).section === 'end') return `${path} end`;
  return path;
}

/** Returns the request that sends an action. A report contains its age at the time `now`. */
export function toRequest(action: WaitingAction, now: number): ActionRequest {
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
 * Returns the data of the response that tells a page that its action waits. A kept line has the ID of the action, until
 * the server has given it another one.
 */
export function toConfirmation({ id, kind, path, body }: WaitingAction): object {
  if (!keepsLine({ kind, body })) return { isWaiting: true };
  return { id, text: JSON.parse(body).text, article: { id: getSegment(path, 3) }, isWaiting: true };
}

/** Returns true for an action that keeps a line of an article, rather than restoring or removing one. */
export function keepsLine({ kind, body }: Pick<WaitingAction, 'kind' | 'body'>): boolean {
  return kind === 'line' && body !== '';
}

/** Returns the path of the requests that remove and restore a line. */
export function getLinePath(id: string): string {
  return `/lines/${id}`;
}

/** Returns the ID of the line that a request removes or restores, or `undefined` for any other request. */
export function findLineId(path: string): string | undefined {
  return /^\/lines\/([^/]+)$/.exec(path)?.[1];
}

/** Returns a part of a path, such as `b` for the path `/a/b` and index 2. */
export function getSegment(path: string, index: number): string {
  return path.split('/')[index]!;
}
