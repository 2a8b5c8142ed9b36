import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#ui/lib/chunks.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { usePlaybackSession } from './player-store.ts';

/**
 * Shows the mini player on every screen while there is a playback session. Its code loads then; without it, the narration
 * plays all the same, and the article's own button pauses it.
 */
export function Dock() {
  const isOpen = usePlaybackSession() !== undefined;
  const [Player, setPlayer] = useState<ComponentType>();

  useEffect(() => {
    if (!isOpen) return;
    loadChunk(import('./mini-player.tsx')).then(
      ({ MiniPlayer }) => setPlayer(() => MiniPlayer),
      (error: unknown) => logError(error, 'The player could not be shown'),
    );
    // Styles reserve room for it at the bottom of the window.
    const { dataset } = document.documentElement;
    dataset.listening = '';
    return () => {
      delete dataset.listening;
    };
  }, [isOpen]);

  return isOpen && Player ? <Player /> : null;
}
