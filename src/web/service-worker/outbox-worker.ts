import { decodeJwt } from 'jose';
import { registerRoute } from 'workbox-routing';
import { API_PREFIX } from '#ui/lib/api.ts';
import type { OutboxRequest, OutboxStatus } from '#web/lib/outbox-messages.ts';
import { findReaderIdOfSavedArticles } from '#web/reader/saved-pages.ts';
import { OutboxSender } from './outbox-sender.ts';
import { loadOutbox, saveOutbox } from './outbox-storage.ts';
import { type ActionRequest, canBeSentLater } from './waiting-action.ts';
import { isAffectedByWaitingActions } from './waiting-reads.ts';

/** A page that this service worker controls. */
export interface Client {
  id: string;
  postMessage(message: OutboxStatus): void;
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/**
 * The members of the worker's global scope that this file uses. They are declared here because TypeScript cannot load
 * the types of workers and of pages together.
 */
declare const self: {
  addEventListener(type: 'sync', listener: (event: WorkerEvent) => void): void;
  clients: { matchAll(): Promise<readonly Client[]> };
  /** The Cookie Store API, which is missing in Safari before version 18.4 and in Firefox before version 140. */
  cookieStore?: { getAll(): Promise<readonly { name: string; value: string }[]> };
  /** `sync` is the Background Sync API, which Firefox and Safari do not have. */
  registration: { sync?: { register(tag: string): Promise<void> } };
};

/** Tag of the `sync` event that the browser sends to the service worker when the device is online again. */
const SYNC_TAG = 'outbox';

const outbox = new OutboxSender({
  load: loadOutbox,
  save: saveOutbox,
  readReaderId,
  lock: (name, work) => navigator.locks.request(name, work),
  fetch: (path, init) => fetch(API_PREFIX + path, init),
  announce: async (status, savedBy) => {
    for (const client of await self.clients.matchAll())
      client.postMessage({ ...status, isSaved: client.id === savedBy });
  },
  requestSync: () => void self.registration.sync?.register(SYNC_TAG).catch(() => {}),
});

/**
 * Registers the outbox with the service worker: a signed-in reader's actions are stored while the server cannot be
 * reached, and sent later.
 */
export function registerOutbox(): void {
  for (const method of ['PUT', 'DELETE'] as const)
    registerRoute(
      ({ sameOrigin, url }) => sameOrigin && canBeSentLater(method, toApiPath(url)),
      async ({ event, request, url }) => {
        const body = await request.clone().text();
        const action: ActionRequest = { method, path: toApiPath(url), body };
        const { clientId } = event as FetchEvent;
        const forward = (path: string) =>
          fetch(path === action.path ? request : new Request(API_PREFIX + path, request));
        return outbox.perform(action, forward, clientId);
      },
      method,
    );
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && isAffectedByWaitingActions(toApiPath(url)),
    ({ request, url }) => outbox.read(toApiPath(url), () => fetch(request)),
  );
  self.addEventListener('sync', (event) => event.waitUntil(sendAllOrThrow()));
}

/** Sends all waiting actions if the server can be reached. Ignores failures. */
export async function sendWaitingActions(): Promise<void> {
  await outbox.sendAll().catch(() => {});
}

/** Removes the stored actions of a reader who has signed out. Ignores failures. */
export async function removeActionsOfOtherReaders(): Promise<void> {
  await outbox.removeForeignData().catch(() => {});
}

/** Sends all waiting actions, and then sends the outbox's status to a page. */
export async function sendWaitingActionsAndReportStatus(
  { takesRefusals }: OutboxRequest,
  client: Client,
): Promise<void> {
  const status = await outbox.report(takesRefusals).catch(() => undefined);
  if (status) client.postMessage(status);
}

/** Sends all waiting actions. Rejects if any action remains, so that the browser repeats the `sync` event later. */
async function sendAllOrThrow(): Promise<void> {
  if (!(await outbox.sendAll())) throw new Error('Some actions still wait.');
}

/**
 * Returns the ID of the signed-in reader from the `id_token` cookie. Workers in older browsers cannot read cookies. In
 * these browsers, the function returns the ID of the reader whose articles are saved, because signing out removes saved
 * articles. If that ID is nevertheless outdated, the server refuses the actions.
 */
async function readReaderId(): Promise<string | undefined> {
  const cookies = (await self.cookieStore?.getAll()) ?? [];
  if (!cookies.length) return findReaderIdOfSavedArticles();
  const token = cookies.find(({ name }) => name === 'id_token')?.value;
  try {
    return token ? decodeJwt(token).sub : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a URL's path and query, relative to the API. Returns an empty string if the URL is outside the API. */
function toApiPath({ pathname, search }: URL): string {
  return pathname.startsWith(`${API_PREFIX}/`) ? pathname.slice(API_PREFIX.length) + search : '';
}

interface FetchEvent extends Event {
  clientId: string;
}
