/** Kinds of actions that the service worker stores while the server cannot be reached. */
export type ActionKind = 'bookmark' | 'follow' | 'feedback' | 'line' | 'reading' | 'position';

/** An action that the server has received. */
export interface SentAction {
  id: string;
  kind: ActionKind;
  /** The ID that the server has given to a kept line. Until then, pages use the action's ID. */
  lineId?: string | undefined;
}

/** An action that the server has refused. */
export interface RefusedAction {
  id: string;
  kind: ActionKind;
  method: 'PUT' | 'DELETE';
  /** Path of the request, relative to the API. */
  path: string;
  status: number;
  /** The server's reason. */
  message: string;
}

/** The message that the service worker sends to pages about the outbox. */
export interface OutboxStatus {
  type: 'outbox';
  /** Number of actions that wait to be sent, without readings and listening positions. */
  waiting: number;
  /** True if nothing waits, including readings and listening positions. */
  isEmpty: boolean;
  /** True if the receiving page has just made an action that now waits. */
  isSaved?: boolean;
  /** Actions that were sent since the last message. */
  sent?: readonly SentAction[];
  /** True if the server has refused actions that no page has taken yet. */
  hasRefusals?: boolean;
  /** Refused actions, in response to a page that takes them. */
  refusals?: readonly RefusedAction[];
}

/** The message with which a page asks the service worker to send waiting actions, and to respond with the status. */
export interface OutboxRequest {
  type: 'outbox';
  /** True if the page shows what the server has refused. Each refusal is given to one page. */
  takesRefusals: boolean;
}
