import { MESSAGES } from '#domain/messages.ts';
import type { Narrator } from '#domain/narrators.ts';
import { createStore } from '#web/lib/store.ts';
import { showToast } from '#web/ui/toast.tsx';
import { sounding } from './listening.ts';

/** The narrator whose sample is heard, or is on its way. One at a time. */
export const heardSample = createStore<Narrator | undefined>(undefined);

let audio: HTMLAudioElement | undefined;

/** Plays a narrator's sample from its beginning, in the place of any other; stops it, where it is heard. */
export async function toggleSample(narrator: Narrator): Promise<void> {
  const wasHeard = heardSample.get() === narrator;
  stopSample();
  if (wasHeard) return;
  sounding.audio?.pause();
  const own = new Audio(`/audio/${narrator}.sample.mp3`);
  audio = own;
  heardSample.set(narrator);
  const isOwn = () => audio === own;
  own.addEventListener('ended', () => isOwn() && stopSample());
  own.addEventListener('error', () => isOwn() && fail(MESSAGES.sampleLoadFailed));
  try {
    await own.play();
  } catch {
    // Where it could not be loaded, that has been said.
    if (isOwn() && !own.error) fail(MESSAGES.samplePlayFailed);
  }
}

export function stopSample(): void {
  audio?.pause();
  audio = undefined;
  heardSample.set(undefined);
}

function fail(text: string): void {
  stopSample();
  showToast({ kind: 'error', text });
}
