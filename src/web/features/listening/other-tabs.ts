/** Connects the tabs of this browser, so that only one of them plays. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('octavo-listening') : null;

/** Tells the other tabs that this one plays. */
export function announcePlaying(): void {
  channel?.postMessage('playing');
}

/** Calls `onPlaying` when another tab plays. */
export function onOtherTabPlaying(onPlaying: () => void): void {
  channel?.addEventListener('message', onPlaying);
}
