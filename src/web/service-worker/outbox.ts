/**
 * The rules of the outbox, the list of actions that a reader has made while the server could not be reached. The
 * functions have no side effects.
 */
import type { RefusedAction } from '#web/lib/outbox-messages.ts';
import { findLineId, getLinePath, isReport, type WaitingAction } from './waiting-action.ts';
import { applyActionToKnownMembers, type KnownMembers } from './waiting-reads.ts';

/** The waiting and the refused actions of one reader. */
export interface Outbox {
  reader: string;
  /** Actions in the order in which they are sent. */
  waiting: readonly WaitingAction[];
  /** Refused actions that no page has shown yet. */
  refused: readonly RefusedAction[];
  members: KnownMembers;
  /** IDs of the last lines that were kept, by the ID of the action that kept them, which pages may still use. */
  lineIds?: Readonly<Record<string, string>>;
  /** Time until which nothing is sent, because the server has asked for a pause; in milliseconds since 1970. */
  retryAt: number;
}

/** The part of the server's response to an action that the outbox needs. */
export interface ActionResponse {
  status: number;
  /** The server's reason for a refusal. */
  message: string;
  /** Seconds after which to try again, if the server has said so. */
  retryAfter?: number | undefined;
  /** ID of the line that was kept. */
  lineId?: string | undefined;
}

/** Maximum number of actions that wait. */
export const MAX_WAITING = 200;
/** Number of kept lines whose temporary IDs are remembered. */
const MAX_LINE_IDS = 200;
/** Number of internal errors after which an action counts as refused. Otherwise, it would hold up all later ones. */
export const MAX_FAILURES = 10;
/** Seconds after which an action is sent again if the server has not said when. */
const DEFAULT_RETRY_AFTER = 30;
const MAX_RETRY_AFTER = 3600;

export function createOutbox(reader: string): Outbox {
  return { reader, waiting: [], refused: [], members: {}, retryAt: 0 };
}

/**
 * Adds an action to the end of the outbox, where it replaces an earlier action with the same subject. The two never
 * cancel each other out, because the earlier one may have reached the server although its response was lost. If the
 * outbox is full, drops the oldest report. Returns `undefined` if there is none.
 */
export function addAction(outbox: Outbox, action: WaitingAction): Outbox | undefined {
  const replaced = outbox.waiting.find(({ subject }) => subject === action.subject);
  const otherActions = replaced ? withoutAction(outbox.waiting, replaced) : outbox.waiting;
  const isFull = otherActions.length >= MAX_WAITING;
  const dropped = isFull ? otherActions.find(isReport) : undefined;
  if (isFull && !dropped) return undefined;
  return { ...outbox, waiting: [...otherActions.filter((each) => each !== dropped), action] };
}

/** Returns an action with the ID that the server has given to its line, instead of the line's temporary ID. */
export function withLineId<Action extends { path: string }>(
  { lineIds }: Outbox,
  action: Action,
): Action {
  const lineId = lineIds?.[findLineId(action.path) ?? ''];
  return lineId ? { ...action, path: getLinePath(lineId) } : action;
}

/** Returns the outbox after the server has responded to an action at the time `now`. */
export function recordResponse(
  outbox: Outbox,
  action: WaitingAction,
  response: ActionResponse,
  now: number,
): Outbox {
  const { status, retryAfter = DEFAULT_RETRY_AFTER } = response;
  // The session has ended, or another reader has signed in.
  if (status === 401) return createOutbox(outbox.reader);
  if (isDone(action, status)) return recordSent(outbox, action, response);
  const failures = action.failures + Number(status === 500);
  if (!isTemporary(status) || failures >= MAX_FAILURES)
    return recordRefusal(outbox, action, response);
  return {
    ...outbox,
    retryAt: now + Math.min(retryAfter, MAX_RETRY_AFTER) * 1000,
    waiting: outbox.waiting.map((each) => (each.id === action.id ? { ...each, failures } : each)),
  };
}

/** Returns true if the server has carried out an action, or if the thing that the action removes does not exist. */
export function isDone({ method }: Pick<WaitingAction, 'method'>, status: number): boolean {
  return (status >= 200 && status < 300) || (method === 'DELETE' && status === 404);
}

/** Returns true for a status that describes the server's current state rather than the action. */
function isTemporary(status: number): boolean {
  return status >= 500 || [408, 425, 429].includes(status);
}

function recordSent(outbox: Outbox, action: WaitingAction, { lineId }: ActionResponse): Outbox {
  const earlierLineIds = Object.entries(outbox.lineIds ?? {}).slice(1 - MAX_LINE_IDS);
  return {
    ...outbox,
    waiting: outbox.waiting.filter(({ id }) => id !== action.id),
    members: applyActionToKnownMembers(outbox.members, action),
    ...(lineId && { lineIds: Object.fromEntries([...earlierLineIds, [action.id, lineId]]) }),
  };
}

function recordRefusal(outbox: Outbox, action: WaitingAction, response: ActionResponse): Outbox {
  const waiting = withoutAction(outbox.waiting, action);
  // The reader may have made the opposite action since.
  const isCurrent =
    outbox.waiting.some((each) => each.id === action.id) && !isUndone(outbox, action);
  if (isReport(action) || !isCurrent) return { ...outbox, waiting };
  const { id, kind, method, path } = action;
  const refusal = { id, kind, method, path, status: response.status, message: response.message };
  return { ...outbox, waiting, refused: [...outbox.refused, refusal].slice(-MAX_WAITING) };
}

/** Returns true if the line that an action keeps is removed by a later one. */
function isUndone({ waiting }: Outbox, { id }: WaitingAction): boolean {
  return waiting.some(({ method, path }) => method === 'DELETE' && path === getLinePath(id));
}

/** Removes an action, and the removal or the restoration of the line that the action keeps. */
function withoutAction(
  waiting: readonly WaitingAction[],
  { id }: WaitingAction,
): readonly WaitingAction[] {
  return waiting.filter((each) => each.id !== id && each.path !== getLinePath(id));
}

/** Counts the actions that wait, without reports. */
export function countWaiting({ waiting }: Outbox): number {
  return waiting.filter((action) => !isReport(action)).length;
}
