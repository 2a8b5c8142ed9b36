import { NARRATORS_BY_ID } from '#domain/narrators.ts';
import { Icon } from '#ui/icons.tsx';
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts';
import { PlayButton, SkipButton } from './controls.tsx';
import { formatMinutesAndSeconds } from './format-duration.ts';
import { useMediaSession } from './media-session.ts';
import styles from './mini-player.module.css';
import { isPreview, isStillBeingRecorded } from './narration.ts';
import { SKIP_SECONDS } from './playback-transitions.ts';
import { closePlayer } from './player.ts';
import type { PlaybackSession } from './player-state.ts';
import { usePlaybackSession, usePlayhead } from './player-store.ts';
import { useReadAlong } from './read-along.ts';
import { SeekBar } from './seek-bar.tsx';

const loadFullPlayer = () => import('./full-player.tsx').then((chunk) => chunk.FullPlayer);

/**
 * The small player that every page shows during a playback session. It is above the tab bar on a phone, and in the
 * margin on a wide screen.
 */
export function MiniPlayer() {
  const session = usePlaybackSession()!;
  const { Dialog, state, open } = useLazyDialog(
    loadFullPlayer,
    'The player could not be opened. Please try again.',
  );
  useMediaSession(session);
  useReadAlong(session);
  const { article, status, narration } = session;
  return (
    <section
      className={`screen-only ${styles.player}`}
      aria-label="Audio player"
      data-status={status}
    >
      <SeekBar narration={narration} isEdge />
      <div className={styles.controls}>
        <PlayButton session={session} />
        <button
          ref={state.opener}
          className={styles.open}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={state.isOpen}
          onClick={open}
        >
          <b>{article.title}</b>
          <RemainingTime session={session} />
          <span className="vh">Open the player</span>
        </button>
        <SkipButton by={-SKIP_SECONDS} />
        <SkipButton by={SKIP_SECONDS} />
        <button
          className="icon-btn"
          type="button"
          aria-label="Close the player"
          onClick={closePlayer}
        >
          <Icon name="close" />
        </button>
      </div>
      {Dialog && <Dialog {...state} />}
    </section>
  );
}

/** Shows the remaining time of the narration at the current speed, and the narrator. */
function RemainingTime({ session }: { session: PlaybackSession }) {
  const { narration, narrator, speed, status } = session;
  const playhead = usePlayhead();
  if (!narration) return <span>Finding the narration…</span>;
  if (status === 'loading' && isStillBeingRecorded(narration) && playhead >= narration.audioSeconds)
    return <span>This part is being made…</span>;
  const remaining = formatMinutesAndSeconds((narration.seconds - playhead) / speed);
  const label = isPreview(narration) ? 'Preview' : NARRATORS_BY_ID[narrator].name;
  return <span>{`${status === 'ended' ? 'Heard' : `−${remaining}`} · ${label}`}</span>;
}
