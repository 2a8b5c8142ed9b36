import { Icon, type IconName } from '#ui/icons.tsx';
import styles from './download-row.module.css';

export interface DownloadRowProps {
  state: 'absent' | 'running' | 'done' | 'failed';
  /** The state as text, such as "Downloading". Screen readers announce each change. */
  title: string;
  detail?: string | undefined;
  /** The progress of the download, from 0 to 1. Is `undefined` while no download is running. */
  progress?: number | undefined;
  action: {
    label: string;
    /** The object of the verb in `label`, such as "the download". It is visually hidden, for screen readers only. */
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
 * A row with the state of one or more downloads, and a button. In every state, the button is the same DOM element, so
 * it does not lose the focus.
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
