import { NARRATORS } from '#domain/narrators.ts';
import { Icon } from '#ui/icons.tsx';
import { useStore } from '#web/lib/store.ts';
import { useLateDialog } from '#web/lib/use-late-dialog.ts';
import { clock } from './clock.ts';
import { PlayButton, SkipButton } from './controls.tsx';
import { type Listening, playhead, useListening } from './listening.ts';
import { useMediaSession } from './media-session.ts';
import styles from './mini-player.module.css';
import { close, SKIP } from './player.ts';
import { useReadAlong } from './read-along.ts';
import { SeekBar } from './seek-bar.tsx';

const loadFullPlayer = () => import('./full-player.tsx').then((chunk) => chunk.FullPlayer);

/** What is listened to, on every screen: docked above the sections on a phone, in the margin where there is one. */
export function MiniPlayer() {
  const now = useListening()!;
  const { Dialog, state, open } = useLateDialog(
    loadFullPlayer,
    'The player could not be opened. Please try again.',
  );
  useMediaSession(now);
  useReadAlong(now);
  const { article, status, narration } = now;
  return (
    <section
      className={`screen-only ${styles.player}`}
      aria-label="Audio player"
      data-status={status}
    >
      <SeekBar narration={narration} isEdge />
      <div className={styles.controls}>
        <PlayButton listening={now} />
        <button
          ref={state.opener}
          className={styles.what}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={state.isOpen}
          onClick={open}
        >
          <b>{article.title}</b>
          <Left listening={now} />
          <span className="vh">Open the player</span>
        </button>
        <SkipButton by={-SKIP} />
        <SkipButton by={SKIP} />
        <button className="icon-btn" type="button" aria-label="Close the player" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {Dialog && <Dialog {...state} />}
    </section>
  );
}

/** How long it goes on at this speed, and who speaks. */
function Left({ listening: { narration, narrator, speed, status } }: { listening: Listening }) {
  const at = useStore(playhead);
  if (!narration) return <span>Finding the narration…</span>;
  if (status === 'loading' && narration.extent === 'begun' && at >= narration.available)
    return <span>This part is being made…</span>;
  const left = clock((narration.seconds - at) / speed);
  const what = narration.extent === 'preview' ? 'Preview' : NARRATORS[narrator].name;
  return <span>{`${status === 'ended' ? 'Heard' : `−${left}`} · ${what}`}</span>;
}
