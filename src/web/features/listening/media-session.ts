import { useEffect } from 'react';
import { pictureSrcSet } from '#domain/images.ts';
import { useStore } from '#web/lib/store.ts';
import { watchLeaps } from './leaps.ts';
import { type HeardArticle, type Listening, type Narration, playhead } from './listening.ts';
import { pause, playNext, resume, SKIP, seek, skip } from './player.ts';

/** Widths at which a locked phone shows a cover. */
const ARTWORK = /\/(320|640|1280)\./;

/** Tells the device what is listened to: on its lock screen, on headsets and keyboards it can be steered then. */
export function useMediaSession({ article, status, narration, speed }: Listening): void {
  const chapter = useChapter(narration);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = metadataOf(article, narration, chapter);
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [article, narration, chapter]);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const isPlaying = status === 'playing' || status === 'loading';
    navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
    const duration = narration?.seconds;
    if (!duration) return;
    const tell = () => {
      const position = Math.min(playhead.get(), duration);
      navigator.mediaSession.setPositionState?.({ duration, position, playbackRate: speed });
    };
    tell();
    // While it plays, the device counts by itself.
    return watchLeaps(tell);
  }, [status, narration, speed]);

  useEffect(() => forgetPlaying, []);

  useEffect(() => {
    if (!narration || !('mediaSession' in navigator)) return;
    const actions = actionsOn(narration);
    for (const [action, act] of actions) setAction(action, act);
    return () => {
      for (const [action] of actions) setAction(action, null);
    };
  }, [narration]);
}

/** Nothing is listened to: a lock screen that went on showing it could not steer it. */
function forgetPlaying(): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.playbackState = 'none';
  navigator.mediaSession.setPositionState?.();
}

/** The title of the chapter that is heard. */
function useChapter(narration: Narration | undefined): string | undefined {
  const at = useStore(playhead);
  return narration?.chapters.findLast(({ from }) => from <= at)?.title;
}

function metadataOf(
  { title, authorAlias, image }: HeardArticle,
  narration: Narration | undefined,
  chapter: string | undefined,
): MediaMetadata {
  const drawn = pictureSrcSet(image.src, 'jpg')?.split(', ') ?? [];
  const artwork = drawn
    .map((candidate) => candidate.split(' ')[0]!)
    .filter((src) => ARTWORK.test(src))
    .map((src) => ({ src, type: 'image/jpeg' }));
  const chapters = narration?.chapters.map(({ title, from }) => ({ title, startTime: from }));
  return new MediaMetadata({
    title,
    artist: authorAlias,
    album: chapter && chapter !== title ? chapter : 'Octavo',
    artwork: artwork.length ? artwork : [{ src: image.src }],
    // Where the device shows them.
    ...({ chapterInfo: chapters } as object),
  });
}

function actionsOn({ chapters }: Narration): [MediaSessionAction, MediaSessionActionHandler][] {
  const chapterAfter = () => chapters.find(({ from }) => from > playhead.get() + 1);
  // Back to the beginning of this one first, as players do.
  const chapterBefore = () => chapters.findLast(({ from }) => from < playhead.get() - 3);
  return [
    ['play', resume],
    ['pause', pause],
    ['stop', pause],
    ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? SKIP))],
    ['seekforward', ({ seekOffset }) => skip(seekOffset ?? SKIP)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
    ['previoustrack', () => seek(chapterBefore()?.from ?? 0)],
    [
      'nexttrack',
      () => {
        const next = chapterAfter();
        if (next) seek(next.from);
        else playNext();
      },
    ],
  ];
}

function setAction(action: MediaSessionAction, act: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, act);
  } catch {
    // This browser has no such action.
  }
}
