import { MESSAGES } from '#domain/messages.ts';
import type { Narrator } from '#domain/narrators.ts';
import { showToast } from '#ui/toast.tsx';
import { createStore } from '#web/lib/store.ts';
import { sounding } from './listening.ts';
import { announcePlaying, whenOthersPlay } from './other-tabs.ts';

/** The narrator whose sample is heard, or is on its way. One at a time. */
export const heardSample = createStore<Narrator | undefined>(undefined);

let audio: HTMLAudioElement | undefined;

/** Plays a narrator's sample from its beginning, in the place of any other; stops it, where it is heard. */
export async function toggleSample(narrator: Narrator): Promise<void> {
  const wasHeard = heardSample.get() === narrator;
  stopSample();
  if (wasHeard) return;
  // A narration that is only being found would sound in a moment.
  sounding.pause?.();
  announcePlaying();
  const own = new Audio(`/audio/${narrator}.sample.mp3`);
  audio = own;
  heardSample.set(narrator);
  const isOwn = () => audio === own;
  let isFirst = true;
  own.addEventListener('ended', () => isOwn() && stopSample());
  own.addEventListener('error', async () => {
    const isMade = isFirst && isOwn() && (await untilMade(own.src));
    isFirst = false;
    if (!isOwn()) return;
    if (!isMade) return fail(MESSAGES.sampleLoadFailed);
    own.load();
    sound();
  });
  const sound = async () => {
    try {
      await own.play();
    } catch {
      // Where it could not be loaded, that is seen to by itself.
      if (isOwn() && !own.error) fail(MESSAGES.samplePlayFailed);
    }
  };
  await sound();
}

/** Seconds that a sample is waited for at most: whoever has pressed does not sit through more in silence. */
const PATIENCE = 10;

/**
 * Waits for a sample that is being made, or a server that has its hands full, for as long as it says. An audio element
 * hides what was answered, so it is asked once more. `false` where there is nothing to be waited for.
 */
async function untilMade(source: string): Promise<boolean> {
  const answer = await fetch(source, { method: 'HEAD' }).catch(() => undefined);
  if (answer?.ok) return true;
  const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN);
  if (answer?.status !== 503 || !(seconds <= PATIENCE)) return false;
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  return true;
}

export function stopSample(): void {
  audio?.pause();
  audio = undefined;
  heardSample.set(undefined);
}

whenOthersPlay(stopSample);

function fail(text: string): void {
  stopSample();
  showToast({ kind: 'error', text });
}
