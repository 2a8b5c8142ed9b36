import type { ArticleIdentity } from '#domain/article.ts';
import { MAX_HEARD_AGO } from '#domain/heard-ago.ts';
import type {
  ListeningPosition,
  ListeningPositionUpdate,
  StoredPosition,
} from '#domain/listening.ts';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { articleCall, get, put, remove } from '#ui/lib/api.ts';
import { readStored, writeStored } from '#ui/lib/storage.ts';
import { createReadersStore } from '#web/reader/cache.ts';
import { currentReader } from '#web/reader/session.ts';
import type { Narration } from './listening.ts';
import { chosenNarrator, keepNarrator } from './preferences.ts';

/** A place, and of which article. */
export type PlaceIn = Omit<StoredPosition, 'heardAt'>;

/** What the server keeps of a reader who listens. */
interface KeptListening {
  narrator: Narrator | null;
  places: StoredPosition[];
}

/** Under `cache:`, which goes with its reader. What is here holds where the server cannot be asked. */
const KEY = 'cache:listening';
/** Seconds from the end, from which on a narration counts as heard. */
const ALMOST_OVER = 3;

interface HeldPlace extends PlaceIn {
  /** Since when the account has not heard of it, as far as this browser knows; ISO 8601 in UTC. */
  untoldSince?: string;
}

interface Held {
  reader: string;
  places: HeldPlace[];
  /** Whom the reader has chosen, until the account knows. */
  narrator?: Narrator | undefined;
}

/** Milliseconds a press waits for what the server keeps. */
const PATIENCE = 1500;

/** Where the reader stopped in an article, on whichever device; `undefined` when they have heard it or never began. */
export async function placeOf(articleId: string): Promise<PlaceIn | undefined> {
  const reader = currentReader()?.id;
  if (!reader) return undefined;
  const answer = await whatIsKept();
  const own = held(reader).places.find((place) => place.articleId === articleId);
  const kept = answer?.places.find((place) => place.articleId === articleId);
  // A page that is closed may go before it has told where its reader was.
  const isOwnLater = own?.untoldSince && !(kept && kept.heardAt > own.untoldSince);
  if (answer && !isOwnLater) return kept;
  if (!own) return undefined;
  const { untoldSince: _, ...place } = own;
  return place;
}

/**
 * Whom the reader wants to hear: the last one they chose, on whichever device; what this browser remembers, where the
 * account knows none or cannot be asked. `undefined` where nobody was chosen.
 */
export async function preferredNarrator(): Promise<Narrator | undefined> {
  const reader = currentReader()?.id;
  if (!reader) return chosenNarrator();
  const untold = held(reader).narrator;
  if (untold) {
    tellNarrator(reader, untold).catch(() => {});
    return untold;
  }
  const kept = (await whatIsKept())?.narrator;
  if (!kept || !Object.hasOwn(NARRATORS, kept)) return chosenNarrator();
  if (kept !== chosenNarrator()) keepNarrator(kept);
  return kept;
}

/** Keeps the narrator in this browser, and with the account. */
export async function preferNarrator(narrator: Narrator): Promise<void> {
  keepNarrator(narrator);
  const reader = currentReader()?.id;
  if (!reader) return;
  hold(reader, { narrator });
  await tellNarrator(reader, narrator);
}

/** Has the account know the narrator: until it does, what it says of them is out of date. */
async function tellNarrator(reader: string, narrator: Narrator): Promise<void> {
  await put('/user/narrator', { narrator });
  asked.set(undefined);
  if (held(reader).narrator === narrator) hold(reader, { narrator: undefined });
}

/**
 * Stores where the reader was at `heardAt` (milliseconds since 1970), in this browser and with the account, also when the
 * page is about to be unloaded. Rejects when the account cannot be updated.
 */
export async function keepPlace(
  article: ArticleIdentity,
  place: ListeningPosition,
  heardAt = Date.now(),
): Promise<void> {
  const reader = currentReader()?.id;
  if (!reader) return;
  const own = { articleId: article.id, ...place };
  const untoldSince = new Date(heardAt).toISOString();
  holdPlace(reader, article.id, { ...own, untoldSince });
  asked.set(undefined);
  const ago = Math.min(Math.max(0, Date.now() - heardAt), MAX_HEARD_AGO);
  const told: ListeningPositionUpdate = { ...place, heardAgo: ago };
  await put(articleCall(article, 'place'), told, { keepalive: true });
  // They may be elsewhere by now.
  const isHeld = held(reader).places.some((each) => each.untoldSince === untoldSince);
  if (isHeld) holdPlace(reader, article.id, own);
}

/** The reader has heard it to the end. */
export function forgetPlace(article: ArticleIdentity): void {
  const reader = currentReader()?.id;
  if (!reader) return;
  holdPlace(reader, article.id);
  asked.set(undefined);
  remove(articleCall(article, 'place')).catch(() => {});
}

/** Where a place is in a narration: seconds. From the beginning, where it is almost over, or not in there any more. */
export function secondsOf(
  place: ListeningPosition | undefined,
  { sentences, seconds }: Narration,
): number {
  if (!place) return 0;
  const own = sentences.filter(({ anchor }) => anchor === place.anchor);
  const sentence = own.findLast(({ start }) => start <= place.start) ?? own[0];
  const from = sentence?.from ?? place.seconds;
  return from < seconds - ALMOST_OVER ? from : 0;
}

/** Whether a place is in what is there of a narration: while it is being made, its end is not. */
export function isReached(
  { anchor, start }: Pick<ListeningPosition, 'anchor' | 'start'>,
  { extent, sentences }: Narration,
): boolean {
  if (extent !== 'begun') return true;
  return sentences.some((each) => each.anchor === anchor && each.start + each.length > start);
}

/** The last answer, and when it was asked for: what a press wants to know of it is asked once. */
const asked = createReadersStore<
  { at: number; answer: Promise<KeptListening | undefined> } | undefined
>(undefined);

/** `undefined` where the server says nothing in time. */
function whatIsKept(): Promise<KeptListening | undefined> {
  const last = asked.get();
  if (last && performance.now() - last.at < PATIENCE) return last.answer;
  // Not by `AbortSignal.timeout`, which Safari has since 16 only.
  const request = new AbortController();
  const timer = setTimeout(() => request.abort(), PATIENCE);
  const answer = get<KeptListening>('/user/listening', {}, request.signal)
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
  asked.set({ at: performance.now(), answer });
  return answer;
}

function held(reader: string): Held {
  const held = readStored<Held>('localStorage', KEY);
  return held?.reader === reader ? held : { reader, places: [] };
}

function hold(reader: string, part: Partial<Held>): void {
  writeStored('localStorage', KEY, { ...held(reader), ...part });
}

/** As many as the server tells of. */
const MOST_HELD = 100;

function holdPlace(reader: string, articleId: string, place?: HeldPlace): void {
  const others = held(reader).places.filter((each) => each.articleId !== articleId);
  hold(reader, { places: (place ? [place, ...others] : others).slice(0, MOST_HELD) });
}
