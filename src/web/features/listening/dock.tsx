import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#ui/lib/chunks.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { useListening } from './listening.ts';

/**
 * Where the player stands on every screen, once there is something to be heard. Its code comes then; where that fails,
 * the narration still sounds, and the article's own button pauses it.
 */
export function Dock() {
  const isOpen = useListening() !== undefined;
  const [Player, setPlayer] = useState<ComponentType>();

  useEffect(() => {
    if (!isOpen) return;
    loadChunk(import('./mini-player.tsx')).then(
      ({ MiniPlayer }) => setPlayer(() => MiniPlayer),
      (error: unknown) => logError(error, 'The player could not be shown'),
    );
    // What is fixed to the foot of the window makes room for it.
    const { dataset } = document.documentElement;
    dataset.listening = '';
    return () => {
      delete dataset.listening;
    };
  }, [isOpen]);

  return isOpen && Player ? <Player /> : null;
}
