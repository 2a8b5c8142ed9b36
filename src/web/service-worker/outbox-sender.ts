import type { OutboxStatus, RefusedAction, SentAction } from '#web/lib/outbox-messages.ts';
import {
  addWaitingAction,
  applyActionResponse,
  countWaitingActions,
  createOutbox,
  isActionDone,
  type Outbox,
  replaceTemporaryLineId,
} from './outbox.ts';
import { type FetchFromApi, sendAction } from './send-action.ts';
import {
  type ActionRequest,
  isProgressReport,
  toWaitingAction,
  toWaitingResponseData,
  type WaitingAction,
} from './waiting-action.ts';
import {
  applyActionToKnownBookmarksAndFollows,
  applyWaitingActions,
  BOOKMARK_AND_FOLLOW_REQUESTS,
  type KnownBookmarksAndFollows,
  updateKnownBookmarksAndFollows,
} from './waiting-reads.ts';

/** The browser functions that the outbox uses. Tests replace them. */
export interface OutboxEnvironment {
  load: () => Promise<Outbox | undefined>;
  save: (outbox: Outbox | undefined) => Promise<void>;
  /** Returns the ID of the signed-in reader, or `undefined` for a signed-out visitor. */
  readReaderId: () => Promise<string | undefined>;
  /** Runs `work` while no other worker or tab holds the lock `name`. */
  lock: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  fetch: FetchFromApi;
  /** Sends the outbox's status to all pages. Tells the page with the client ID `savedBy` that its action was stored. */
  announce: (status: OutboxStatus, savedBy?: string) => Promise<void>;
  /** Asks the browser to wake the service worker when the device is online again. */
  requestSync: () => void;
}

/** Name of the lock that is held while the stored outbox is read and changed. It is held only briefly. */
const STORAGE_LOCK = 'outbox';
/** Name of the lock that is held while actions are sent. It ensures that only one worker sends them, in order. */
const SENDING_LOCK = 'outbox-sending';

/**
 * Forwards requests that change a reader's data to the server. If the server cannot be reached, stores the requests and
 * sends them later, in the same order.
 */
export class OutboxSender {
  readonly #environment: OutboxEnvironment;

  constructor(environment: OutboxEnvironment) {
    this.#environment = environment;
  }

  /**
   * Responds to a request that changes a reader's data. Calls `forward` to send the request to the server at the given
   * path. If that fails, or if earlier actions are still waiting, stores the action and responds with status 202.
   * `clientId` is the ID of the page that made the request.
   */
  async perform(
    request: ActionRequest,
    forward: (path: string) => Promise<Response>,
    clientId: string,
  ): Promise<Response> {
    const action = toWaitingAction(request, crypto.randomUUID(), Date.now());
    let outbox = await this.removeForeignData().catch(() => undefined);
    if (action && outbox?.waiting.length) {
      if (!(await this.sendAll())) return this.#store(action, clientId);
      outbox = await this.removeForeignData();
    }
    if (!action || !outbox) return forward(request.path);
    let response: Response;
    try {
      response = await forward(replaceTemporaryLineId(outbox, action).path);
    } catch (error) {
      return this.#store(action, clientId, error);
    }
    if (response.ok)
      await this.#changeMembers((members) =>
        applyActionToKnownBookmarksAndFollows(members, action),
      );
    return response;
  }

  /**
   * Responds to a GET request whose response depends on waiting actions. Calls `forward` to send the request to the
   * server, and applies the waiting actions to the response. If the request fails, responds with the last known data,
   * or rejects if there is none.
   */
  async read(path: string, forward: () => Promise<Response>): Promise<Response> {
    const outbox = await this.removeForeignData().catch(() => undefined);
    if (!outbox) return forward();
    let response: Response;
    try {
      response = await forward();
    } catch (error) {
      const data = applyWaitingActions(outbox, path, undefined);
      if (!data) throw error;
      return createDataResponse(data, 200);
    }
    if (!response.ok) return response;
    const { data } = await response.clone().json();
    await this.#changeMembers((members) => updateKnownBookmarksAndFollows(members, path, data));
    const updatedData = applyWaitingActions(outbox, path, data);
    return updatedData === data ? response : createDataResponse(updatedData, 200);
  }

  /** Sends all waiting actions in order. Resolves with true if no action remains. */
  async sendAll(): Promise<boolean> {
    const outbox = await this.removeForeignData();
    if (!outbox?.waiting.length) return true;
    return this.#environment.lock(SENDING_LOCK, () => this.#sendInOrder());
  }

  /**
   * Sends all waiting actions, and then returns the outbox's status. If `takesRefusals` is true, moves the refused
   * actions from the outbox to the returned status.
   */
  async report(takesRefusals: boolean): Promise<OutboxStatus | undefined> {
    await this.sendAll();
    await this.#loadMissingMembers();
    let refusals: readonly RefusedAction[] = [];
    const outbox = await this.#change((stored) => {
      if (!takesRefusals || !stored.refused.length) return stored;
      refusals = stored.refused;
      return { ...stored, refused: [] };
    });
    return outbox && { ...toStatus(outbox), refusals };
  }

  /**
   * Returns the current reader's outbox, or `undefined` for a signed-out visitor. Removes the data of any other reader.
   */
  removeForeignData(): Promise<Outbox | undefined> {
    return this.#change((outbox) => outbox);
  }

  /**
   * Applies a change to the current reader's stored outbox, and returns the changed outbox. Returns `undefined` for a
   * signed-out visitor. Removes the data of any other reader.
   */
  #change(change: (outbox: Outbox) => Outbox): Promise<Outbox | undefined> {
    const { lock, load, save, readReaderId } = this.#environment;
    return lock(STORAGE_LOCK, async () => {
      const [stored, reader] = await Promise.all([load(), readReaderId()]);
      const isOwn = stored?.reader === reader;
      const outbox = reader === undefined ? undefined : isOwn ? stored! : createOutbox(reader);
      const changed = outbox && change(outbox);
      if (changed !== stored) await save(changed);
      return changed;
    });
  }

  /**
   * Changes the stored lists of the reader's bookmarks and followed authors. Ignores failures, because the server has
   * the complete lists.
   */
  async #changeMembers(
    change: (members: KnownBookmarksAndFollows) => KnownBookmarksAndFollows,
  ): Promise<void> {
    await this.#change((outbox) => {
      const members = change(outbox.members);
      return members === outbox.members ? outbox : { ...outbox, members };
    }).catch(() => undefined);
  }

  /**
   * Stores an action and responds with a confirmation. Rejects with `error` if the outbox is full or cannot be stored.
   * By default, `error` is the error with which `fetch` rejects if a request fails.
   */
  async #store(
    action: WaitingAction,
    clientId: string,
    error: unknown = new TypeError('Failed to fetch'),
  ): Promise<Response> {
    let isStored = false;
    const outbox = await this.#change((stored) => {
      const changed = addWaitingAction(stored, action);
      isStored = changed !== undefined;
      return changed ?? stored;
    }).catch(() => undefined);
    if (!outbox || !isStored) throw error;
    this.#environment.requestSync();
    await this.#environment.announce(
      toStatus(outbox),
      isProgressReport(action) ? undefined : clientId,
    );
    return createDataResponse(toWaitingResponseData(action), 202);
  }

  /**
   * Sends the waiting actions one after the other. Stops if the server cannot be reached or has a temporary problem,
   * but continues after a refused action. Resolves with true if no action remains.
   */
  async #sendInOrder(): Promise<boolean> {
    const sent: SentAction[] = [];
    let outbox = await this.removeForeignData();
    const initialOutbox = outbox;
    while (outbox?.waiting.length && outbox.retryAt <= Date.now()) {
      const action: WaitingAction = replaceTemporaryLineId(outbox, outbox.waiting[0]!);
      const response = await sendAction(this.#environment.fetch, outbox.reader, action);
      if (!response) break;
      outbox = await this.#change((stored) =>
        applyActionResponse(stored, action, response, Date.now()),
      );
      const { id, kind } = action;
      if (isActionDone(action, response.status)) sent.push({ id, kind, lineId: response.lineId });
    }
    if (outbox && outbox !== initialOutbox)
      await this.#environment.announce({ ...toStatus(outbox), sent });
    return !outbox?.waiting.length;
  }

  /**
   * Loads the reader's bookmarks and followed authors unless they are stored already, so that they are available
   * offline.
   */
  async #loadMissingMembers(): Promise<void> {
    const outbox = await this.removeForeignData();
    if (!outbox) return;
    const missingReads = BOOKMARK_AND_FOLLOW_REQUESTS.filter(({ kind }) => !outbox.members[kind]);
    await Promise.all(
      missingReads.map(({ path }) =>
        this.read(path, () => this.#environment.fetch(path)).catch(() => undefined),
      ),
    );
  }
}

function toStatus(outbox: Outbox): OutboxStatus {
  return {
    type: 'outbox',
    waiting: countWaitingActions(outbox),
    isEmpty: outbox.waiting.length === 0,
    hasRefusals: outbox.refused.length > 0,
  };
}

function createDataResponse(data: unknown, status: number): Response {
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify({ data }), { status, headers });
}
