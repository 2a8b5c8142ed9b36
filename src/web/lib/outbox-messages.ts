/** Kinds of reader actions that the service worker stores while the server cannot be reached. */
export type WaitingActionKind =
  | 'bookmark'
  | 'follow'
  | 'feedback'
  | 'line'
  | 'reading'
  | 'position';

/** An action that the service worker has sent and the server has carried out. */
export interface SentAction {
  id: string;
  kind: WaitingActionKind;
  /** The server's ID for a newly kept line (a saved passage). Before that ID is known, pages use the action's ID. */
  lineId?: string | undefined;
}

/** An action that the server has refused. */
export interface RefusedAction {
  id: string;
  kind: WaitingActionKind;
  method: 'PUT' | 'DELETE';
  /** Path of the request, relative to the API. */
  path: string;
  status: number;
  /** The server's error message. */
  message: string;
}

/** The message with which the service worker reports the state of the outbox to pages. */
export interface OutboxStatus {
  type: 'outbox';
  /** Number of actions waiting to be sent, not counting reading and listening positions. */
  waiting: number;
  /** True if no action is waiting to be sent, not even a reading or listening position. */
  isEmpty: boolean;
  /**
   * True if this message reports that the service worker has stored one of the receiving page's actions to send it
   * later.
   */
  isSaved?: boolean;
  /** Actions that were sent since the previous message. */
  sent?: readonly SentAction[];
  /** True if there are refused actions that no page has fetched from the service worker yet. */
  hasRefusals?: boolean;
  /** Refused actions, sent only to the page that has requested them. */
  refusals?: readonly RefusedAction[];
}

/**
 * The message with which a page asks the service worker to send the waiting actions and to respond with an
 * {@link OutboxStatus}.
 */
export interface OutboxRequest {
  type: 'outbox';
  /** True if the page requests the refused actions, to show them. Each refused action is sent to only one page. */
  takesRefusals: boolean;
}
