import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { inWords } from './clock.ts';
import { watchLeaps } from './leaps.ts';
import { type Narration, playhead } from './listening.ts';
import { SKIP, seek } from './player.ts';
import styles from './seek-bar.module.css';

/**
 * Milliseconds without a change after which the bar is taken to be let go, where the browser fires no `change`: after a
 * pointer that has left it, and for the keyboard.
 */
const LET_GO = 400;

interface SeekBarProps {
  narration: Narration | undefined;
  /** Lies on the edge of what it belongs to. */
  isEdge?: boolean;
}

/**
 * Where the narration is, and the way elsewhere in it: by press, by dragging and by keyboard. While it is dragged it
 * shows where that would lead; the narration goes there when it is let go. A screen reader is told where it is when its
 * reader comes to it or leads it elsewhere, and not each second.
 */
export function SeekBar({ narration, isEdge = false }: SeekBarProps) {
  const bar = useRef<HTMLInputElement>(null);
  const at = useStore(playhead);
  const [dragged, setDragged] = useState<number>();
  const [isHeld, setIsHeld] = useState(false);
  const [said, setSaid] = useState(at);
  const seconds = narration?.seconds ?? 0;
  const shown = Math.min(dragged ?? at, seconds);

  const say = () => setSaid(playhead.get());
  useEffect(() => watchLeaps(() => setSaid(playhead.get())), []);

  useEffect(() => {
    if (dragged === undefined) return;
    const go = () => {
      seek(dragged);
      setSaid(dragged);
      setDragged(undefined);
    };
    const input = bar.current!;
    const timer = isHeld ? undefined : setTimeout(go, LET_GO);
    input.addEventListener('change', go);
    return () => {
      clearTimeout(timer);
      input.removeEventListener('change', go);
    };
  }, [dragged, isHeld]);

  useEffect(() => {
    if (!isHeld) return;
    const letGo = () => setIsHeld(false);
    // The pointer may have left the bar by then.
    addEventListener('pointerup', letGo);
    addEventListener('pointercancel', letGo);
    return () => {
      removeEventListener('pointerup', letGo);
      removeEventListener('pointercancel', letGo);
    };
  }, [isHeld]);

  useEffect(() => {
    // By script: an attribute in the document would be against the page's policy.
    bar.current!.style.setProperty('--at', `${seconds ? (100 * shown) / seconds : 0}%`);
  }, [shown, seconds]);

  return (
    <input
      ref={bar}
      className={isEdge ? `${styles.bar} ${styles.edge}` : styles.bar}
      type="range"
      aria-label="Seek"
      aria-valuetext={`${inWords(dragged ?? said)} of ${inWords(seconds)}`}
      min={0}
      max={Math.max(1, Math.round(seconds))}
      step={1}
      value={Math.round(shown)}
      disabled={!narration}
      onFocus={say}
      onPointerDown={() => setIsHeld(true)}
      onChange={({ target }: ChangeEvent<HTMLInputElement>) => setDragged(Number(target.value))}
      onKeyDown={(event) => {
        const by = STEPS[event.key];
        if (by === undefined) return;
        event.preventDefault();
        seek(shown + by);
        say();
      }}
    />
  );
}

/** Seconds that a key leads forward. The rest of a slider's keys are the browser's. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: SKIP,
  PageDown: -SKIP,
};
