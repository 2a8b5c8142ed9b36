import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { authorPath } from '#domain/paths.ts';
import { Cover } from '#ui/cover.tsx';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icons.tsx';
import { Link } from '#ui/link.tsx';
import { NARRATOR_NOTE } from '#web/copy/narrators.ts';
import choiceStyles from './choice-dialog-button.module.css';
import { ChoiceDialogButton } from './choice-dialog-button.tsx';
import { PlayButton, SkipButton } from './controls.tsx';
import { DownloadControl } from './download-control.tsx';
import { formatMinutesAndSeconds } from './format-duration.ts';
import styles from './full-player.module.css';
import { Mp3DownloadLink } from './mp3-download-link.tsx';
import { isPreview, type Narration } from './narration.ts';
import { SKIP_SECONDS } from './playback-transitions.ts';
import {
  changeToNextSpeed,
  closePlayer,
  playFromTime,
  saveAndSwitchNarrator,
  scrollToCurrentSentence,
  setSleepTimer,
} from './player.ts';
import type { PlaybackSession, SleepTimer } from './player-state.ts';
import { usePlaybackSession, usePlayhead } from './player-store.ts';
import { SeekBar } from './seek-bar.tsx';
import { UpNext } from './up-next.tsx';

/** A dialog with all controls of the player. On a phone, it covers the bottom of the screen. */
export function FullPlayer(dialog: BaseDialogProps) {
  const session = usePlaybackSession();
  if (!session) return null;
  const { article, narration, narrator, nextNarrator } = session;
  const { onClose } = dialog;
  return (
    <Dialog
      {...dialog}
      isTitleFocused
      isCentered
      lead={
        <div className={styles.cover}>
          <Cover image={article.image} sizes="213px" />
        </div>
      }
      title={article.title}
      description={
        <Link className="reach" to={authorPath(article.authorAlias)} onClick={onClose}>
          {article.authorAlias}
        </Link>
      }
    >
      <div className={styles.transport}>
        <SeekBar narration={narration} />
        <Times session={session} />
        <div className={styles.buttons}>
          <SkipButton by={-SKIP_SECONDS} />
          <PlayButton session={session} isLarge />
          <SkipButton by={SKIP_SECONDS} />
        </div>
      </div>
      <div className={styles.choices}>
        <SpeedButton speed={session.speed} />
        <NarratorButton session={session} />
        <SleepButton timer={session.sleepTimer} />
      </div>
      <p className={styles.note} role="status">
        {nextNarrator &&
          `${NARRATORS_BY_ID[narrator].name} reads until ${NARRATORS_BY_ID[nextNarrator].name} is ready.`}
      </p>
      <ArticleLink path={article.path} onClose={onClose} />
      <DownloadControl session={session} />
      {narration && !isPreview(narration) && <Chapters narration={narration} />}
      <UpNext current={article.id} />
      <Mp3DownloadLink session={session} />
      <button
        className={`btn btn-line ${styles.stop}`}
        type="button"
        onClick={() => {
          onClose();
          closePlayer();
        }}
      >
        Stop listening
      </button>
    </Dialog>
  );
}

function Times({ session: { narration, speed } }: { session: PlaybackSession }) {
  const playhead = usePlayhead();
  const seconds = narration?.seconds ?? 0;
  return (
    <p className={styles.times} aria-hidden="true">
      <span>{formatMinutesAndSeconds(playhead)}</span>
      <span>{`−${formatMinutesAndSeconds((seconds - playhead) / speed)}`}</span>
    </p>
  );
}

/** A button that switches to the next playback speed with each click (spec 4). */
function SpeedButton({ speed }: { speed: number }) {
  return (
    <button
      className={choiceStyles.button}
      type="button"
      aria-label={`Speed: ${speed} times`}
      onClick={changeToNextSpeed}
    >
      <span>Speed</span> <b>{`${speed}×`}</b>
    </button>
  );
}

const NARRATOR_OPTIONS = Object.entries(NARRATORS_BY_ID).map(([id, { name }]) => ({
  value: id as NarratorId,
  name,
}));

function NarratorButton({ session: { narrator, nextNarrator } }: { session: PlaybackSession }) {
  return (
    <ChoiceDialogButton
      label="Narrator"
      note={NARRATOR_NOTE}
      options={NARRATOR_OPTIONS}
      chosen={nextNarrator ?? narrator}
      onChoose={saveAndSwitchNarrator}
    />
  );
}

const SLEEP_OPTIONS: readonly { value: number | string; name: string }[] = [
  { value: '', name: 'Off' },
  ...[5, 15, 30, 45].map((minutes) => ({ value: minutes, name: `${minutes} minutes` })),
  { value: 'chapter', name: 'End of this part' },
  { value: 'article', name: 'End of this article' },
];

function SleepButton({ timer }: { timer: SleepTimer | undefined }) {
  return (
    <ChoiceDialogButton
      label="Sleep timer"
      options={SLEEP_OPTIONS}
      chosen={typeof timer === 'object' ? timer.minutes : (timer ?? '')}
      onChoose={(value) =>
        setSleepTimer(
          typeof value === 'number' ? { minutes: value } : (value as SleepTimer) || undefined,
        )
      }
    />
  );
}

/**
 * A link to the article of the current narration. If the article's page is already open, the link scrolls to the
 * sentence that is being read.
 */
function ArticleLink({ path, onClose }: { path: string; onClose: () => void }) {
  const isOpen = useLocation().pathname === path;
  const handleClick = (event: MouseEvent) => {
    onClose();
    if (!isOpen) return;
    event.preventDefault();
    scrollToCurrentSentence();
  };
  return (
    <Link className={`btn btn-line ${styles.toText}`} to={path} onClick={handleClick}>
      <Icon name="text" />
      <span key={String(isOpen)}>{isOpen ? 'Back to the sentence' : 'Go to the article'}</span>
    </Link>
  );
}

function Chapters({ narration: { chapters, chapterTitles } }: { narration: Narration }) {
  const playhead = usePlayhead();
  const current = chapters.findLast(({ from }) => from <= playhead) ?? chapters[0];
  return (
    <section className={styles.section} aria-labelledby="player-parts">
      <h3 className="label" id="player-parts">
        Parts
      </h3>
      <ol>
        {chapterTitles.map((title, index) => {
          // A chapter has the same index as its title, because chapters are recorded in order. A chapter that is not
          // recorded yet is `undefined`.
          const chapter = chapters[index];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two chapters may have the same title
            <li key={index}>
              <button
                className={styles.part}
                type="button"
                disabled={!chapter}
                aria-current={chapter && chapter === current ? 'true' : undefined}
                onClick={() => chapter && playFromTime(chapter.from)}
              >
                <span>{title}</span>
                <span className={styles.time}>
                  {chapter ? formatMinutesAndSeconds(chapter.from) : 'Soon'}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
