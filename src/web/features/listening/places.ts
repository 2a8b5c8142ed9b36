import type { ArticleIdentity } from '#domain/article.ts';
import type { KeptPlace, Place } from '#domain/listening.ts';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { articleCall, get, put, remove } from '#web/lib/api.ts';
import { readStored, writeStored } from '#web/lib/storage.ts';
import { createReadersStore } from '#web/reader/cache.ts';
import { currentReader } from '#web/reader/session.ts';
import type { Narration } from './listening.ts';
import { chosenNarrator, keepNarrator } from './preferences.ts';

/** A place, and of which article. */
export type PlaceIn = Omit<KeptPlace, 'heardAt'>;

/** What the server keeps of a reader who listens. */
interface KeptListening {
  narrator: Narrator | null;
  places: KeptPlace[];
}

/** Under `cache:`, which goes with its reader. What is here holds where the server cannot be asked. */
const KEY = 'cache:listening';
/** Seconds from the end, from which on a narration counts as heard. */
const ALMOST_OVER = 3;

interface Held {
  reader: string;
  places: PlaceIn[];
}

/** Milliseconds a press waits for what the server keeps. */
const PATIENCE = 1500;

/** Where the reader stopped in an article, on whichever device; `undefined` when they have heard it or never began. */
export async function placeOf(articleId: string): Promise<PlaceIn | undefined> {
  const reader = currentReader()?.id;
  if (!reader) return undefined;
  const places = (await whatIsKept())?.places ?? heldPlaces(reader);
  return places.find((place) => place.articleId === articleId);
}

/** Whom the reader wants to hear: chosen here, or on another device; `undefined` where nobody was. */
export async function preferredNarrator(): Promise<Narrator | undefined> {
  const here = chosenNarrator();
  if (here || !currentReader()) return here;
  const kept = (await whatIsKept())?.narrator;
  if (!kept || !Object.hasOwn(NARRATORS, kept)) return undefined;
  keepNarrator(kept);
  return kept;
}

/** Keeps the narrator in this browser, and with the account. */
export async function preferNarrator(narrator: Narrator): Promise<void> {
  keepNarrator(narrator);
  asked.set(undefined);
  if (currentReader()) await put('/user/narrator', { narrator });
}

/**
 * Keeps where the reader is, here and with the account: in silence where that cannot be asked, for it is kept again in
 * a moment. `isLast` when the page is about to go.
 */
export function keepPlace(article: ArticleIdentity, place: Place, isLast = false): void {
  const reader = currentReader()?.id;
  if (!reader) return;
  hold(reader, article.id, { articleId: article.id, ...place });
  asked.set(undefined);
  put(articleCall(article, 'place'), place, { keepalive: isLast }).catch(() => {});
}

/** The reader has heard it to the end. */
export function forgetPlace(article: ArticleIdentity): void {
  const reader = currentReader()?.id;
  if (!reader) return;
  hold(reader, article.id);
  asked.set(undefined);
  remove(articleCall(article, 'place')).catch(() => {});
}

/** Where a place is in a narration: seconds. From the beginning, where it is almost over, or not in there any more. */
export function secondsOf(place: Place | undefined, { sentences, seconds }: Narration): number {
  if (!place) return 0;
  const { anchor, start } = place;
  const sentence =
    sentences.find((each) => each.anchor === anchor && each.start === start) ??
    sentences.find((each) => each.anchor === anchor);
  const from = sentence?.from ?? place.seconds;
  return from < seconds - ALMOST_OVER ? from : 0;
}

/** The last answer, and when it was asked for: what a press wants to know of it is asked once. */
const asked = createReadersStore<
  { at: number; answer: Promise<KeptListening | undefined> } | undefined
>(undefined);

/** `undefined` where the server says nothing in time. */
function whatIsKept(): Promise<KeptListening | undefined> {
  const last = asked.get();
  if (last && performance.now() - last.at < PATIENCE) return last.answer;
  const answer = get<KeptListening>('/user/listening', {}, AbortSignal.timeout(PATIENCE)).catch(
    () => undefined,
  );
  asked.set({ at: performance.now(), answer });
  return answer;
}

function heldPlaces(reader: string): PlaceIn[] {
  const held = readStored<Held>('localStorage', KEY);
  return held?.reader === reader ? held.places : [];
}

/** As many as the server tells of. */
const MOST_HELD = 100;

function hold(reader: string, articleId: string, place?: PlaceIn): void {
  const others = heldPlaces(reader).filter((each) => each.articleId !== articleId);
  const places = (place ? [place, ...others] : others).slice(0, MOST_HELD);
  writeStored('localStorage', KEY, { reader, places } satisfies Held);
}
