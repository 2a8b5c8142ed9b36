import { Icon, type IconName } from '#ui/icons.tsx';
import styles from './download-row.module.css';

export interface DownloadRowProps {
  state: 'absent' | 'running' | 'done' | 'failed';
  /** Text that describes the state, such as "Downloading". Screen readers announce each change. */
  title: string;
  detail?: string | undefined;
  /** The progress of the download, from 0 to 1. Is `undefined` while no download is running. */
  progress?: number | undefined;
  action: {
    label: string;
    /**
     * The noun that completes the button's label, such as "the download". It is visually hidden, for screen readers
     * only.
     */
    object?: string;
    isDisabled?: boolean;
    run: () => void;
  };
}

const ICONS: Readonly<Record<DownloadRowProps['state'], IconName>> = {
  absent: 'up',
  running: 'up',
  done: 'done',
  failed: 'alert',
};

/**
 * A row with the state of one or more downloads, and a button. The button is the same DOM element in every state, so it
 * keeps focus when the state changes.
 */
export function DownloadRow({ state, title, detail, progress, action }: DownloadRowProps) {
  const { label, object, isDisabled = false, run } = action;
  return (
    <div className={styles.row} data-state={state}>
      <Icon name={ICONS[state]} />
      <div className={styles.words}>
        <p role="status">
          <b key={title}>{title}</b>
        </p>
        {detail && <p key={detail}>{detail}</p>}
      </div>
      <button
        className="btn btn-line"
        type="button"
        aria-label={object && `${label} ${object}`}
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && run()}
      >
        <span key={label}>{label}</span>
      </button>
      {progress !== undefined && <progress value={progress} aria-label={title} />}
    </div>
  );
}
