/**
 * Pure functions for the outbox, the list of a reader's actions waiting to be sent. An action waits if the server could
 * not be reached when the reader performed it.
 */
import type { RefusedAction } from '#web/lib/outbox-messages.ts';
import {
  findLineIdInPath,
  getLineApiPath,
  isProgressReport,
  type WaitingAction,
} from './waiting-action.ts';
import {
  applyActionToKnownBookmarksAndFollows,
  type KnownBookmarksAndFollows,
} from './waiting-reads.ts';

/** An outbox: a reader's actions waiting to be sent, and the actions that the server has refused. */
export interface Outbox {
  reader: string;
  /** Actions waiting to be sent, in the order in which they are sent. */
  waiting: readonly WaitingAction[];
  /** Refused actions that no page has shown to the reader yet. */
  refused: readonly RefusedAction[];
  members: KnownBookmarksAndFollows;
  /**
   * Server IDs of recently kept lines (saved passages), by the ID of the action that kept each line. Pages may still
   * use the action's ID as a temporary line ID.
   */
  lineIds?: Readonly<Record<string, string>>;
  /**
   * Time in milliseconds since 1970 before which nothing is sent. It is set after a temporary error, such as a rate
   * limit.
   */
  retryAt: number;
}

/** The server's response to an action, reduced to the properties that the outbox uses. */
export interface ActionResponse {
  status: number;
  /** The error message if the server refused the action, otherwise an empty string. */
  message: string;
  /** Delay in seconds from the `Retry-After` header, if the response has this header. */
  retryAfter?: number | undefined;
  /** ID that the server has assigned to a kept line (a saved passage). */
  lineId?: string | undefined;
}

/** Maximum number of waiting actions in an outbox. */
export const MAX_WAITING_ACTIONS = 200;
/** Maximum number of entries in {@link Outbox.lineIds}. */
const MAX_LINE_IDS = 200;
/**
 * Number of responses with status 500 after which an action counts as refused, so that it does not block all later
 * actions.
 */
export const MAX_ACTION_FAILURES = 10;
/** Delay in seconds before the next attempt if the response has no `Retry-After` header. */
const DEFAULT_RETRY_AFTER = 30;
const MAX_RETRY_AFTER = 3600;

export function createOutbox(reader: string): Outbox {
  return { reader, waiting: [], refused: [], members: {}, retryAt: 0 };
}

/**
 * Adds an action to the end of the outbox, and removes an earlier action with the same subject. The new action is added
 * even if it only undoes the earlier one, because the server may have received the earlier one even though its response
 * was lost. If the outbox is full, drops the oldest progress report (a reading or listening position). Returns
 * `undefined` if the outbox is full and contains no progress report.
 */
export function addWaitingAction(outbox: Outbox, action: WaitingAction): Outbox | undefined {
  const replaced = outbox.waiting.find(({ subject }) => subject === action.subject);
  const otherActions = replaced ? withoutAction(outbox.waiting, replaced) : outbox.waiting;
  const isFull = otherActions.length >= MAX_WAITING_ACTIONS;
  const dropped = isFull ? otherActions.find(isProgressReport) : undefined;
  if (isFull && !dropped) return undefined;
  return { ...outbox, waiting: [...otherActions.filter((each) => each !== dropped), action] };
}

/** Replaces a kept line's temporary ID in an action's path with the server's ID, if that ID is known. */
export function replaceTemporaryLineId<Action extends { path: string }>(
  { lineIds }: Outbox,
  action: Action,
): Action {
  const lineId = lineIds?.[findLineIdInPath(action.path) ?? ''];
  return lineId ? { ...action, path: getLineApiPath(lineId) } : action;
}

/** Returns the outbox after the server has responded to an action. `now` is the time of the response. */
export function applyActionResponse(
  outbox: Outbox,
  action: WaitingAction,
  response: ActionResponse,
  now: number,
): Outbox {
  const { status, retryAfter = DEFAULT_RETRY_AFTER } = response;
  // Status 401 means that the session has ended or another reader has signed in, so all actions are discarded.
  if (status === 401) return createOutbox(outbox.reader);
  if (isActionDone(action, status)) return recordSent(outbox, action, response);
  const failures = action.failures + Number(status === 500);
  if (!isTemporary(status) || failures >= MAX_ACTION_FAILURES)
    return recordRefusal(outbox, action, response);
  return {
    ...outbox,
    retryAt: now + Math.min(retryAfter, MAX_RETRY_AFTER) * 1000,
    waiting: outbox.waiting.map((each) => (each.id === action.id ? { ...each, failures } : each)),
  };
}

/**
 * Returns true if the server has carried out an action. Status 404 also counts for a removal, because the item is
 * already gone.
 */
export function isActionDone({ method }: Pick<WaitingAction, 'method'>, status: number): boolean {
  return (status >= 200 && status < 300) || (method === 'DELETE' && status === 404);
}

/** Returns true if a status reports a temporary problem, in which case the action is sent again later. */
function isTemporary(status: number): boolean {
  return status >= 500 || [408, 425, 429].includes(status);
}

function recordSent(outbox: Outbox, action: WaitingAction, { lineId }: ActionResponse): Outbox {
  const earlierLineIds = Object.entries(outbox.lineIds ?? {}).slice(1 - MAX_LINE_IDS);
  return {
    ...outbox,
    waiting: outbox.waiting.filter(({ id }) => id !== action.id),
    members: applyActionToKnownBookmarksAndFollows(outbox.members, action),
    ...(lineId && { lineIds: Object.fromEntries([...earlierLineIds, [action.id, lineId]]) }),
  };
}

function recordRefusal(outbox: Outbox, action: WaitingAction, response: ActionResponse): Outbox {
  const waiting = withoutAction(outbox.waiting, action);
  // If the reader has replaced or undone the action in the meantime, the refusal is not shown.
  const isCurrent =
    outbox.waiting.some((each) => each.id === action.id) && !isUndone(outbox, action);
  if (isProgressReport(action) || !isCurrent) return { ...outbox, waiting };
  const { id, kind, method, path } = action;
  const refusal = { id, kind, method, path, status: response.status, message: response.message };
  return { ...outbox, waiting, refused: [...outbox.refused, refusal].slice(-MAX_WAITING_ACTIONS) };
}

/** Returns true if another waiting action removes the line (a saved passage) that the given action keeps. */
function isUndone({ waiting }: Outbox, { id }: WaitingAction): boolean {
  return waiting.some(({ method, path }) => method === 'DELETE' && path === getLineApiPath(id));
}

/**
 * Returns the waiting actions without the given action. If the given action keeps a line (a saved passage), also omits
 * the actions that remove or restore this line.
 */
function withoutAction(
  waiting: readonly WaitingAction[],
  { id }: WaitingAction,
): readonly WaitingAction[] {
  return waiting.filter((each) => each.id !== id && each.path !== getLineApiPath(id));
}

/** Counts the waiting actions, not including progress reports. */
export function countWaitingActions({ waiting }: Outbox): number {
  return waiting.filter((action) => !isProgressReport(action)).length;
}
