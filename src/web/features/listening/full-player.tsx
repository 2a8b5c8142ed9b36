import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { authorPath } from '#domain/paths.ts';
import { Cover } from '#ui/cover.tsx';
import { Dialog, type DialogState } from '#ui/dialog.tsx';
import { Icon } from '#ui/icons.tsx';
import { Link } from '#ui/link.tsx';
import { useStore } from '#web/lib/store.ts';
import choiceStyles from './choice-button.module.css';
import { ChoiceButton } from './choice-button.tsx';
import { clock } from './clock.ts';
import { PlayButton, SkipButton } from './controls.tsx';
import { DownloadLink } from './download-link.tsx';
import styles from './full-player.module.css';
import { showSentence } from './leaps.ts';
import { type Listening, type Narration, playhead, useListening } from './listening.ts';
import { changeSpeed, close, playFrom, SKIP } from './player.ts';
import { SeekBar } from './seek-bar.tsx';
import { SLEEP_MINUTES, type SleepTimer, setSleepTimer, sleepTimer } from './sleep-timer.ts';
import { changeNarrator } from './succession.ts';
import { UpNext } from './up-next.tsx';

/** The whole player: a sheet over the page on a phone. */
export function FullPlayer(dialog: DialogState) {
  const now = useListening();
  if (!now) return null;
  const { article, narration } = now;
  const { onClose } = dialog;
  return (
    <Dialog
      {...dialog}
      isReadFirst
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
        <Times listening={now} />
        <div className={styles.buttons}>
          <SkipButton by={-SKIP} />
          <PlayButton listening={now} isLarge />
          <SkipButton by={SKIP} />
        </div>
      </div>
      <div className={styles.choices}>
        <SpeedButton speed={now.speed} />
        <NarratorButton listening={now} />
        <SleepButton />
      </div>
      <p className={styles.note} role="status">
        {now.successor &&
          `${NARRATORS[now.narrator].name} reads until ${NARRATORS[now.successor].name} is ready.`}
      </p>
      <WayToText path={article.path} onClose={onClose} />
      {narration && narration.extent !== 'preview' && <Chapters narration={narration} />}
      <UpNext current={article.id} />
      <DownloadLink listening={now} />
      <button
        className={`btn btn-line ${styles.stop}`}
        type="button"
        onClick={() => {
          onClose();
          close();
        }}
      >
        Stop listening
      </button>
    </Dialog>
  );
}

function Times({ listening: { narration, speed } }: { listening: Listening }) {
  const at = useStore(playhead);
  const seconds = narration?.seconds ?? 0;
  return (
    <p className={styles.times} aria-hidden="true">
      <span>{clock(at)}</span>
      <span>{`−${clock((seconds - at) / speed)}`}</span>
    </p>
  );
}

/** Goes through the speeds, one with each press (spec 4). */
function SpeedButton({ speed }: { speed: number }) {
  return (
    <button
      className={choiceStyles.button}
      type="button"
      aria-label={`Speed: ${speed} times`}
      onClick={changeSpeed}
    >
      <span>Speed</span> <b>{`${speed}×`}</b>
    </button>
  );
}

const NARRATOR_OPTIONS = Object.entries(NARRATORS).map(([id, { name }]) => ({
  value: id as Narrator,
  name,
}));

function NarratorButton({ listening: { narrator, successor } }: { listening: Listening }) {
  return (
    <ChoiceButton
      label="Narrator"
      options={NARRATOR_OPTIONS}
      chosen={successor ?? narrator}
      onChoose={changeNarrator}
    />
  );
}

const SLEEP_OPTIONS: readonly { value: number | string; name: string }[] = [
  { value: '', name: 'Off' },
  ...SLEEP_MINUTES.map((minutes) => ({ value: minutes, name: `${minutes} minutes` })),
  { value: 'chapter', name: 'End of this part' },
  { value: 'article', name: 'End of this article' },
];

function SleepButton() {
  const timer = useStore(sleepTimer);
  return (
    <ChoiceButton
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

/** Leads to the article, or on its own page back to the sentence that is being read. */
function WayToText({ path, onClose }: { path: string; onClose: () => void }) {
  const isOnShow = useLocation().pathname === path;
  const goBack = (event: MouseEvent) => {
    onClose();
    if (!isOnShow) return;
    event.preventDefault();
    showSentence();
  };
  return (
    <Link className={`btn btn-line ${styles.toText}`} to={path} onClick={goBack}>
      <Icon name="text" />
      <span key={String(isOnShow)}>{isOnShow ? 'Back to the sentence' : 'Go to the article'}</span>
    </Link>
  );
}

function Chapters({ narration: { chapters, outline } }: { narration: Narration }) {
  const at = useStore(playhead);
  const current = chapters.findLast(({ from }) => from <= at) ?? chapters[0];
  return (
    <section className={styles.section} aria-labelledby="player-parts">
      <h3 className="label" id="player-parts">
        Parts
      </h3>
      <ol>
        {outline.map((title, index) => {
          // Parts come in their order. One that is still being recorded has no time yet.
          const chapter = chapters[index];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parts may have the same title
            <li key={index}>
              <button
                className={styles.part}
                type="button"
                disabled={!chapter}
                aria-current={chapter && chapter === current ? 'true' : undefined}
                onClick={() => chapter && playFrom(chapter.from)}
              >
                <span>{title}</span>
                <span className={styles.time}>{chapter ? clock(chapter.from) : 'Soon'}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
