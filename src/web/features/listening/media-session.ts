import { useEffect } from 'react';
import { createPictureSrcSet } from '#domain/images.ts';
import type { Narration } from './narration.ts';
import { SKIP_SECONDS } from './playback-transitions.ts';
import { pausePlayback, playNextQueued, resumePlayback, seekTo, skipBy } from './player.ts';
import { isPlayingOrLoading, type PlayableArticle, type PlaybackSession } from './player-state.ts';
import { playerStore, subscribeToSeeks, usePlayhead } from './player-store.ts';

/** Matches the URLs of cover images in the sizes that lock screens use. The number is the width in pixels. */
const ARTWORK = /\/(320|640|1280)\./;

/**
 * Publishes the current narration through the Media Session API, so that lock screens, headsets and media keys can
 * control it.
 */
export function useMediaSession({ article, status, narration, speed }: PlaybackSession): void {
  const chapter = useChapterTitle(narration);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = createMetadata(article, narration, chapter);
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [article, narration, chapter]);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.playbackState = isPlayingOrLoading(status) ? 'playing' : 'paused';
    const duration = narration?.seconds;
    if (!duration) return;
    const publishPosition = () => {
      const position = Math.min(playerStore.get().playhead, duration);
      navigator.mediaSession.setPositionState?.({ duration, position, playbackRate: speed });
    };
    publishPosition();
    // During playback, the operating system advances the position by itself, so only seeks are published.
    return subscribeToSeeks(publishPosition);
  }, [status, narration, speed]);

  useEffect(() => clearPlaybackState, []);

  useEffect(() => {
    if (!narration || !('mediaSession' in navigator)) return;
    const actionHandlers = createActionHandlers(narration);
    for (const [action, handler] of actionHandlers) setAction(action, handler);
    return () => {
      for (const [action] of actionHandlers) setAction(action, null);
    };
  }, [narration]);
}

/** Removes the playback controls from the lock screen after the playback session has ended. */
function clearPlaybackState(): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.playbackState = 'none';
  navigator.mediaSession.setPositionState?.();
}

/** Returns the title of the current chapter. */
function useChapterTitle(narration: Narration | undefined): string | undefined {
  const playhead = usePlayhead();
  return narration?.chapters.findLast(({ from }) => from <= playhead)?.title;
}

function createMetadata(
  { title, authorAlias, image }: PlayableArticle,
  narration: Narration | undefined,
  chapter: string | undefined,
): MediaMetadata {
  const candidates = createPictureSrcSet(image.src, 'jpg')?.split(', ') ?? [];
  const artwork = candidates
    .map((candidate) => candidate.split(' ')[0]!)
    .filter((src) => ARTWORK.test(src))
    .map((src) => ({ src, type: 'image/jpeg' }));
  const chapters = narration?.chapters.map(({ title, from }) => ({ title, startTime: from }));
  return new MediaMetadata({
    title,
    artist: authorAlias,
    album: chapter && chapter !== title ? chapter : 'Octavo',
    artwork: artwork.length ? artwork : [{ src: image.src }],
    // Only a few browsers support `chapterInfo`, and TypeScript's types do not include it.
    ...({ chapterInfo: chapters } as object),
  });
}

function createActionHandlers({
  chapters,
}: Narration): [MediaSessionAction, MediaSessionActionHandler][] {
  const playhead = () => playerStore.get().playhead;
  const nextChapter = () => chapters.find(({ from }) => from > playhead() + 1);
  // As in other players, the previous button goes to the start of the current chapter. In the first three seconds of a
  // chapter, it goes to the start of the preceding chapter.
  const previousChapter = () => chapters.findLast(({ from }) => from < playhead() - 3);
  return [
    ['play', resumePlayback],
    ['pause', pausePlayback],
    ['stop', pausePlayback],
    ['seekbackward', ({ seekOffset }) => skipBy(-(seekOffset ?? SKIP_SECONDS))],
    ['seekforward', ({ seekOffset }) => skipBy(seekOffset ?? SKIP_SECONDS)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seekTo(seekTime)],
    ['previoustrack', () => seekTo(previousChapter()?.from ?? 0)],
    [
      'nexttrack',
      () => {
        const next = nextChapter();
        if (next) seekTo(next.from);
        else playNextQueued();
      },
    ],
  ];
}

function setAction(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // The browser throws an error for media session actions that it does not support. Such actions get no handler.
  }
}
