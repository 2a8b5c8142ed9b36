import {
  type Listening,
  listening,
  type Narration,
  type PlayerStatus,
  sounding,
} from './listening.ts';

/** The element that sounds. This is loaded after the press that has made it. */
export const audio = sounding.audio!;

/** Changes a part of what is known of what is listened to; nothing where nothing is. */
export function change(part: Partial<Listening>): void {
  const now = listening.get();
  if (now) listening.set({ ...now, ...part });
}

/** Whether what is listened to sounds, or is to sound as soon as it can. */
export function isSounding(status: PlayerStatus): boolean {
  return status === 'playing' || status === 'loading';
}

/** Has the element load a narration, to begin at a second of it. */
export function load({ source }: Narration, from: number): void {
  audio.src = source;
  setSpeed(listening.get()!.speed);
  if (!from) return;
  audio.currentTime = from;
  // Safari forgets where it was to begin.
  const insist = () => {
    if (Math.abs(audio.currentTime - from) > 0.5) audio.currentTime = from;
  };
  audio.addEventListener('loadedmetadata', insist, { once: true });
}

/** What is loaded sounds, as soon as it can. */
export async function sound(): Promise<void> {
  change({ status: 'loading' });
  try {
    await audio.play();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // The browser wants a press of its own. What has been interrupted goes on elsewhere.
    if (error.name === 'NotAllowedError') change({ status: 'paused' });
  }
}

/** How many times as fast as it was spoken it sounds; its pitch stays. */
export function setSpeed(speed: number): void {
  // What is loaded later has the default.
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
}

/** Holds nothing any more. */
export function unload(): void {
  audio.removeAttribute('src');
  audio.load();
}
