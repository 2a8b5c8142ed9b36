/**
 * Serves downloaded narrations from the service worker. Timings come from the server if it responds in time, and
 * otherwise from the download. Timings contain the ID of their recording. An audio file comes from a download only if
 * it belongs to that recording, so timings and audio always match.
 */
import { parseRangeHeader, resolveRange, UnsatisfiableRangeError } from '#domain/byte-ranges.ts';
import { NARRATORS_BY_ID } from '#domain/narrators.ts';
import type { SubscriptionProfile } from '#domain/subscription.ts';
import { getEffectiveTier } from '#domain/tiers.ts';
import {
  hasValidRights,
  openNarrationCaches,
  readRightsAge,
  recordRightsCheck,
  removeNarrationCaches,
} from '#web/reader/saved-narration-rights.ts';

const PROFILE_PATH = '/api/v1/user/profile';
/**
 * Timeout in milliseconds for requesting the timings of a downloaded narration from the server. The server itself may
 * wait for 3.5 seconds before it responds.
 */
const TIMINGS_TIMEOUT = 5000;
/** Minimum interval in milliseconds between subscription checks. */
const CHECK_INTERVAL = 24 * 60 * 60 * 1000;
/** The response for a download that must not be played until the subscription has been checked again. */
const PAYMENT_REQUIRED = { status: 402, statusText: 'Payment Required' };

const NARRATORS = Object.keys(NARRATORS_BY_ID);
const TIMINGS_PATH = new RegExp(`^(/audio/[^/]+\\.)(${NARRATORS.join('|')})\\.json$`);
const AUDIO_PATH = new RegExp(`^/audio/[^/]+\\.(${NARRATORS.join('|')})\\.mp3$`);

/** Returns true for the URL of a full narration's timings. The timings of previews have other URLs. */
export function isTimingsUrl({ pathname }: URL): boolean {
  return TIMINGS_PATH.test(pathname);
}

/** Returns true for the URL of a specific recording's audio file. */
export function isRecordingUrl({ pathname, searchParams }: URL): boolean {
  return AUDIO_PATH.test(pathname) && searchParams.has('recording');
}

/** Returns true for the API URL of the reader's profile, which contains the subscription. */
export function isProfileUrl({ pathname }: URL): boolean {
  return pathname === PROFILE_PATH;
}

/**
 * Responds to a request for timings with the server's response. Responds with downloaded timings instead if the server
 * cannot be reached, fails or is slow. Calls `keepAlive` with work that continues after the response.
 */
export async function createTimingsResponse(
  request: Request,
  keepAlive: (work: Promise<unknown>) => void,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const serverResponse = fetch(request).then(async (response) => {
    // Updating the downloads may fail, for example because the storage is full. The server's response is used anyway.
    await applyTimingsResponse(pathname, response).catch(() => {});
    return response;
  });
  const savedTimings = await findSavedTimings(pathname);
  if (!savedTimings) return serverResponse;
  const settledResponse = serverResponse.catch(() => undefined);
  keepAlive(settledResponse);
  const response = await Promise.race([settledResponse, delay(TIMINGS_TIMEOUT)]);
  if (response && response.status < 500) return response;
  return savedTimings;
}

/**
 * Responds to a request for a recording's audio file or a byte range of it. The audio comes from
 * the download if there is one that may be played, and otherwise from the server.
 */
export async function createAudioResponse(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  for (const cache of await openNarrationCaches()) {
    const saved = await cache.match(pathname + search, { ignoreVary: true });
    if (saved && (await hasValidRights(cache))) return sendRange(request, saved);
  }
  return fetch(request);
}

/**
 * If there are downloads and the last successful check is more than a day old, checks whether the reader still has
 * Premium. Ignores failures.
 */
export async function checkSubscriptionIfDue(): Promise<void> {
  const ages = (await openNarrationCaches()).map(readRightsAge);
  if (!(await Promise.all(ages)).some((age) => age > CHECK_INTERVAL)) return;
  await fetch(PROFILE_PATH)
    .then(updateDownloadRights)
    .catch(() => {});
}

/**
 * Updates the downloads according to a response that contains the reader's profile. If the reader has Premium, extends
 * the right to play the downloads. If Premium or the session has ended, removes the downloads. Ignores other responses.
 */
export async function updateDownloadRights(response: Response): Promise<void> {
  if (response.status === 401) return removeNarrationCaches();
  if (!response.ok) return;
  const { data } = (await response.json()) as { data: SubscriptionProfile };
  const { subscriptionTier: tier, subscriptionStatus } = data;
  await applyRights(getEffectiveTier({ tier, subscriptionStatus }) === 'premium');
}

/**
 * Updates the downloads according to the response to a request for a full narration's timings, which only readers with
 * Premium may load.
 */
async function applyTimingsResponse(pathname: string, { ok, status }: Response): Promise<void> {
  if (ok || status === 403) await applyRights(ok);
  // Status 404 means that the article was withdrawn or that its narration was removed.
  if (status === 404) await removeDownloadsOfArticle(pathname);
}

async function applyRights(hasPremium: boolean): Promise<void> {
  if (!hasPremium) return removeNarrationCaches();
  for (const cache of await openNarrationCaches()) await recordRightsCheck(cache);
}

/**
 * Finds the downloaded timings for a path. If the requested narrator's timings are not downloaded, uses another
 * narrator's timings for the same article. Returns a response with status 402 if the subscription must be checked
 * before the download can be played.
 */
async function findSavedTimings(pathname: string): Promise<Response | undefined> {
  const [, article, requestedNarrator] = TIMINGS_PATH.exec(pathname)!;
  for (const cache of await openNarrationCaches())
    for (const narrator of [requestedNarrator, ...NARRATORS]) {
      const saved = await cache.match(`${article}${narrator}.json`, { ignoreVary: true });
      if (!saved) continue;
      const isAllowed = await hasValidRights(cache);
      return isAllowed ? saved : new Response(null, PAYMENT_REQUIRED);
    }
  return undefined;
}

/** Returns the requested byte range of a saved response, or the full response if no range is requested. */
async function sendRange(request: Request, saved: Response): Promise<Response> {
  const range = parseRangeHeader(request.headers.get('range') ?? undefined);
  if (!range) return saved;
  const body = await saved.blob();
  const headers = new Headers(saved.headers);
  try {
    const { from, to } = resolveRange(range, body.size);
    headers.set('content-length', String(to - from + 1));
    headers.set('content-range', `bytes ${from}-${to}/${body.size}`);
    return new Response(body.slice(from, to + 1), { status: 206, headers });
  } catch (error) {
    if (!(error instanceof UnsatisfiableRangeError)) throw error;
    return new Response(null, {
      status: 416,
      headers: { 'content-range': `bytes */${body.size}` },
    });
  }
}

async function removeDownloadsOfArticle(pathname: string): Promise<void> {
  const [, article] = TIMINGS_PATH.exec(pathname)!;
  for (const cache of await openNarrationCaches())
    for (const request of await cache.keys())
      if (new URL(request.url).pathname.startsWith(article!)) await cache.delete(request);
}

function delay(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}
