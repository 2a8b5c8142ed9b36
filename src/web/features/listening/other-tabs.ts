/** The channel to the other tabs of this browser, which ensures that only one tab plays at a time. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('octavo-listening') : null;

/** Notifies the other tabs of this browser that this tab starts to play. */
export function announcePlaying(): void {
  channel?.postMessage('playing');
}

/** Calls `onPlaying` when another tab of this browser starts to play. */
export function onOtherTabPlaying(onPlaying: () => void): void {
  channel?.addEventListener('message', onPlaying);
}
