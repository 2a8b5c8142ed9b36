import { type ComponentType, useEffect, useState } from 'react';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { usePlaybackSession } from './player-store.ts';

/**
 * Shows the mini player on every page during a playback session. Loads the mini player's code when the first session
 * starts. If loading fails, the narration still plays, and the button on the article's page can pause it.
 */
export function MiniPlayerDock() {
  const isOpen = usePlaybackSession() !== undefined;
  const [Player, setPlayer] = useState<ComponentType>();

  useEffect(() => {
    if (!isOpen) return;
    awaitChunk(import('./mini-player.tsx')).then(
      ({ MiniPlayer }) => setPlayer(() => MiniPlayer),
      (error: unknown) => logAndReportError(error, 'The player could not be shown'),
    );
    // Style sheets use the attribute `data-listening` to reserve space for the player at the bottom of the window.
    const { dataset } = document.documentElement;
    dataset.listening = '';
    return () => {
      delete dataset.listening;
    };
  }, [isOpen]);

  return isOpen && Player ? <Player /> : null;
}
