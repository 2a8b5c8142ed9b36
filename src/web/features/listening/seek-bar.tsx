import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { spellDuration } from './format-duration.ts';
import type { Narration } from './narration.ts';
import { SKIP_SECONDS } from './playback-transitions.ts';
import { seekTo } from './player.ts';
import { playerStore, subscribeToSeeks, usePlayhead } from './player-store.ts';
import styles from './seek-bar.module.css';

/**
 * Delay in milliseconds after the slider's last change until a drag counts as finished, unless the pointer is still
 * pressed. This timeout is needed if the browser fires no `change` event, for example because the pointer left the bar
 * or the keyboard was used.
 */
const RELEASE_TIMEOUT = 400;

interface SeekBarProps {
  narration: Narration | undefined;
  /** True if the bar is the upper edge of the mini player. */
  isEdge?: boolean;
}

/**
 * A slider that shows the playback position, and seeks by click, drag and keyboard. During a drag, it shows the target
 * position. The narration seeks when the drag ends. Screen readers announce the position only on focus and after a
 * seek.
 */
export function SeekBar({ narration, isEdge = false }: SeekBarProps) {
  const bar = useRef<HTMLInputElement>(null);
  const playhead = usePlayhead();
  const [dragged, setDragged] = useState<number>();
  const [isHeld, setIsHeld] = useState(false);
  const [announced, setAnnounced] = useState(playhead);
  const seconds = narration?.seconds ?? 0;
  const shownSeconds = Math.min(dragged ?? playhead, seconds);

  const announce = () => setAnnounced(playerStore.get().playhead);
  useEffect(() => subscribeToSeeks(() => setAnnounced(playerStore.get().playhead)), []);

  useEffect(() => {
    if (dragged === undefined) return;
    const release = () => {
      seekTo(dragged);
      setAnnounced(dragged);
      setDragged(undefined);
    };
    const input = bar.current!;
    const timer = isHeld ? undefined : setTimeout(release, RELEASE_TIMEOUT);
    input.addEventListener('change', release);
    return () => {
      clearTimeout(timer);
      input.removeEventListener('change', release);
    };
  }, [dragged, isHeld]);

  useEffect(() => {
    if (!isHeld) return;
    const endHold = () => setIsHeld(false);
    // The listeners are on the window, because the pointer may be outside the bar when it is released.
    addEventListener('pointerup', endHold);
    addEventListener('pointercancel', endHold);
    return () => {
      removeEventListener('pointerup', endHold);
      removeEventListener('pointercancel', endHold);
    };
  }, [isHeld]);

  useEffect(() => {
    // The script sets the position as a CSS property, because the content security policy forbids `style` attributes.
    bar.current!.style.setProperty('--at', `${seconds ? (100 * shownSeconds) / seconds : 0}%`);
  }, [shownSeconds, seconds]);

  return (
    <input
      ref={bar}
      className={isEdge ? `${styles.bar} ${styles.edge}` : styles.bar}
      type="range"
      aria-label="Seek"
      aria-valuetext={`${spellDuration(dragged ?? announced)} of ${spellDuration(seconds)}`}
      min={0}
      max={Math.max(1, Math.round(seconds))}
      step={1}
      value={Math.round(shownSeconds)}
      disabled={!narration}
      onFocus={announce}
      onPointerDown={() => setIsHeld(true)}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) => setDragged(Number(target.value))}
      onKeyDown={(event) => {
        const step = KEY_STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        seekTo(shownSeconds + step);
        announce();
      }}
    />
  );
}

/**
 * The number of seconds by which each key moves the playhead. The browser handles all other keys that work on a slider.
 */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: SKIP_SECONDS,
  PageDown: -SKIP_SECONDS,
};
