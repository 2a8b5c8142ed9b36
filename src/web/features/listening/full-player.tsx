import type { ChangeEvent, ReactNode } from 'react';
import { authorPath } from '#domain/addresses.ts';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { useStore } from '#web/lib/store.ts';
import { Cover } from '#web/ui/cover.tsx';
import { Dialog, type DialogState } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Link } from '#web/ui/link.tsx';
import { clock } from './clock.ts';
import { PlayButton, SkipButton, SpeedButton } from './controls.tsx';
import { DownloadLink } from './download-link.tsx';
import styles from './full-player.module.css';
import { type Listening, type Narration, playhead, useListening } from './listening.ts';
import { close, playFrom, SKIP } from './player.ts';
import { SeekBar } from './seek-bar.tsx';
import { SLEEP_MINUTES, type SleepTimer, setSleepTimer, sleepTimer } from './sleep-timer.ts';
import { changeNarrator } from './succession.ts';
import { UpNext } from './up-next.tsx';

/** The player with all it can do: a sheet over the page on a phone. */
export function FullPlayer(dialog: DialogState) {
  const now = useListening();
  if (!now) return null;
  const { article, narration } = now;
  const { onClose } = dialog;
  return (
    <Dialog
      {...dialog}
      isReadFirst
      lead={
        <div className={styles.cover}>
          <Cover image={article.image} sizes="213px" />
        </div>
      }
      title={article.title}
      description={
        <Link to={authorPath(article.authorAlias)} onClick={onClose}>
          {article.authorAlias}
        </Link>
      }
    >
      <div className={styles.transport}>
        <SeekBar narration={narration} />
        <Times listening={now} />
        <div className={styles.buttons}>
          <SpeedButton speed={now.speed} />
          <SkipButton by={-SKIP} />
          <PlayButton listening={now} isLarge />
          <SkipButton by={SKIP} />
          <Link
            className="icon-btn"
            to={article.path}
            aria-label="Go to the article"
            onClick={onClose}
          >
            <Icon name="text" />
          </Link>
        </div>
      </div>
      <div className={styles.choices}>
        <NarratorChoice listening={now} />
        <SleepChoice />
      </div>
      <p className={styles.note} role="status">
        {now.successor &&
          `${NARRATORS[now.narrator].name} reads until ${NARRATORS[now.successor].name} is ready.`}
      </p>
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

function NarratorChoice({ listening: { narrator, successor } }: { listening: Listening }) {
  return (
    <Choice
      label="Narrator"
      value={successor ?? narrator}
      onChoose={(value) => changeNarrator(value as Narrator)}
    >
      {Object.entries(NARRATORS).map(([id, { name }]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  );
}

function SleepChoice() {
  const timer = useStore(sleepTimer);
  const choose = (value: string) =>
    setSleepTimer(Number(value) ? { minutes: Number(value) } : (value as SleepTimer) || undefined);
  return (
    <Choice
      label="Sleep timer"
      value={typeof timer === 'object' ? timer.minutes : (timer ?? '')}
      onChoose={choose}
    >
      <option value="">Off</option>
      {SLEEP_MINUTES.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes} minutes
        </option>
      ))}
      <option value="chapter">End of this part</option>
      <option value="article">End of this article</option>
    </Choice>
  );
}

interface ChoiceProps {
  label: string;
  value: string | number;
  onChoose: (value: string) => void;
  children: ReactNode;
}

/** One of several, by the device's own list. */
function Choice({ label, value, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <select
        value={value}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) => onChoose(target.value)}
      >
        {children}
      </select>
    </label>
  );
}

function Chapters({ narration: { chapters } }: { narration: Narration }) {
  const at = useStore(playhead);
  const current = chapters.findLast(({ from }) => from <= at) ?? chapters[0];
  return (
    <section className={styles.section} aria-labelledby="player-parts">
      <h3 className="label" id="player-parts">
        Parts
      </h3>
      <ol>
        {chapters.map((chapter) => (
          <li key={chapter.from}>
            <button
              className={styles.part}
              type="button"
              aria-current={chapter === current ? 'true' : undefined}
              onClick={() => playFrom(chapter.from)}
            >
              <span>{chapter.title}</span>
              <span className={styles.time}>{clock(chapter.from)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
