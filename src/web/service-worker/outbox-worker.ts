import { decodeJwt } from 'jose';
import { registerRoute } from 'workbox-routing';
import { API_PREFIX } from '#ui/lib/api.ts';
import type { OutboxRequest, OutboxStatus } from '#web/lib/outbox-messages.ts';
import { findReaderOfSavedArticles } from '#web/reader/saved-pages.ts';
import { OutboxSender } from './outbox-sender.ts';
import { loadOutbox, saveOutbox } from './outbox-storage.ts';
import { type ActionRequest, canWait } from './waiting-action.ts';
import { isAffectedRead } from './waiting-reads.ts';

/** A page that the worker controls. */
export interface Client {
  id: string;
  postMessage(message: OutboxStatus): void;
}

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** The used part of a service worker's scope. TypeScript cannot combine its types of workers with those of pages. */
declare const self: {
  addEventListener(type: 'sync', listener: (event: WorkerEvent) => void): void;
  clients: { matchAll(): Promise<readonly Client[]> };
  /** Missing in Safari before version 18.4 and in Firefox before version 140. */
  cookieStore?: { getAll(): Promise<readonly { name: string; value: string }[]> };
  /** `sync` is missing in Firefox and Safari. */
  registration: { sync?: { register(tag: string): Promise<void> } };
};

/** Tag of the event with which the browser wakes the service worker once the network is back. */
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

/** Makes the service worker store what a signed-in reader does without a network, and send it later. */
export function registerOutbox(): void {
  for (const method of ['PUT', 'DELETE'] as const)
    registerRoute(
      ({ sameOrigin, url }) => sameOrigin && canWait(method, toApiPath(url)),
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
    ({ sameOrigin, url }) => sameOrigin && isAffectedRead(toApiPath(url)),
    ({ request, url }) => outbox.read(toApiPath(url), () => fetch(request)),
  );
  self.addEventListener('sync', (event) => event.waitUntil(sendAllOrThrow()));
}

/** Sends all waiting actions, if the server can be reached. Ignores failures. */
export async function sendWaitingActions(): Promise<void> {
  await outbox.sendAll().catch(() => {});
}

/** Removes the waiting actions of a reader who has signed out. Ignores failures. */
export async function removeForeignActions(): Promise<void> {
  await outbox.removeForeignData().catch(() => {});
}

/** Sends all waiting actions, and tells a page the status. */
export async function respondWithStatus(
  { takesRefusals }: OutboxRequest,
  client: Client,
): Promise<void> {
  const status = await outbox.report(takesRefusals).catch(() => undefined);
  if (status) client.postMessage(status);
}

/** Sends all waiting actions. Rejects if one is left, so that the browser repeats the event later. */
async function sendAllOrThrow(): Promise<void> {
  if (!(await outbox.sendAll())) throw new Error('Some actions still wait.');
}

/**
 * Returns the ID of the signed-in reader from the cookie that pages read, too. Workers of Firefox see no cookies, and
 * those of older browsers have no cookie store. There, the reader is the one for whom pages have saved articles, which
 * are removed at sign-out. The server refuses actions of anyone else.
 */
async function readReaderId(): Promise<string | undefined> {
  const cookies = (await self.cookieStore?.getAll()) ?? [];
  if (!cookies.length) return findReaderOfSavedArticles();
  const token = cookies.find(({ name }) => name === 'id_token')?.value;
  try {
    return token ? decodeJwt(token).sub : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the path of a URL relative to the API, with its query. Returns an empty text for any other URL. */
function toApiPath({ pathname, search }: URL): string {
  return pathname.startsWith(`${API_PREFIX}/`) ? pathname.slice(API_PREFIX.length) + search : '';
}

interface FetchEvent extends Event {
  clientId: string;
}
