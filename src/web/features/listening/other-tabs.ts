/** Tells the other tabs of this browser who plays: one narration sounds at a time. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('octavo-listening') : null;

/** Says that this tab plays. */
export function announcePlaying(): void {
  channel?.postMessage('playing');
}

/** Calls `pause` when another tab plays. */
export function whenOthersPlay(pause: () => void): void {
  channel?.addEventListener('message', pause);
}
