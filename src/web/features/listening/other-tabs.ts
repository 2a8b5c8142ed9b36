/** A channel to the other tabs of this browser, so that only one tab plays at a time. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('octavo-listening') : null;

/** Notifies the other tabs that this tab plays. */
export function announcePlaying(): void {
  channel?.postMessage('playing');
}

/** Calls `onPlaying` when another tab starts to play. */
export function onOtherTabPlaying(onPlaying: () => void): void {
  channel?.addEventListener('message', onPlaying);
}
