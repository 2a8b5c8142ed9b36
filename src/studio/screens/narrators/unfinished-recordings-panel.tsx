import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NARRATORS_BY_ID } from '#domain/narrators.ts';
import {
  type ActiveRecording,
  type FailedRecording,
  MAX_COUNTED_FAILED_RECORDINGS,
  type NarratorsReport,
} from '#domain/studio/narrators.ts';
import { Link } from '#ui/link.tsx';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './narrators.module.css';
import { narratorsQuery } from './queries.ts';

const words = copy.narrators;

/** Lists the recordings in progress and the failed recordings. Each failed recording has a retry button. */
export function UnfinishedRecordingsPanel({
  report: { active, failed, failures },
}: UnfinishedRecordingsPanelProps) {
  return (
    <>
      {failed.length > 0 && <FailedRecordings failed={failed} failures={failures} />}
      <Panel title={words.inProgress} note={words.inProgressNote}>
        {active.length ? (
          <ul className={styles.list}>
            {active.map((each) => (
              <ActiveRecordingItem key={each.recording} recording={each} />
            ))}
          </ul>
        ) : (
          <p className={styles.quiet}>{words.nothingInProgress}</p>
        )}
      </Panel>
    </>
  );
}

interface UnfinishedRecordingsPanelProps {
  report: Pick<NarratorsReport, 'active' | 'failed' | 'failures'>;
}

function ActiveRecordingItem({
  recording: { isStarted, recordedSeconds, expectedSeconds, ...subject },
}: {
  recording: ActiveRecording;
}) {
  const share = Math.min(1, recordedSeconds / Math.max(1, expectedSeconds));
  return (
    <li>
      <RecordingTitle {...subject} />
      {isStarted ? (
        <span className={styles.progress}>
          <progress
            max={1}
            value={share}
            aria-label={words.progressOf(subject.article?.title ?? '')}
          />
          <span>{`${Math.round(100 * share)}%`}</span>
        </span>
      ) : (
        <span className={styles.quiet}>{words.waits}</span>
      )}
    </li>
  );
}

function RecordingTitle({ article, narrator }: Pick<ActiveRecording, 'article' | 'narrator'>) {
  return (
    <span className={styles.subject}>
      {article ? (
        <Link className="link" to={`/articles/${article.id}`}>
          {article.title}
        </Link>
      ) : (
        <span>{words.withdrawn}</span>
      )}
      {narrator && <span className={styles.quiet}>{NARRATORS_BY_ID[narrator].name}</span>}
    </span>
  );
}

function FailedRecordings({
  failed,
  failures,
}: {
  failed: readonly FailedRecording[];
  failures: number;
}) {
  const retry = useRetryRecordings();
  const count =
    failures < MAX_COUNTED_FAILED_RECORDINGS
      ? failures.toLocaleString('en-US')
      : words.atLeast(MAX_COUNTED_FAILED_RECORDINGS.toLocaleString('en-US'));
  return (
    <Panel
      title={failures === 1 ? words.oneFailed : words.failed(count)}
      note={words.failedNote}
      action={
        failures > 1 && (
          <Button
            className="btn btn-line"
            isBusy={retry.isPending}
            onClick={() => retry.mutate(undefined)}
          >
            <Icon name="retry" />
            {words.retryAll}
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        {failed.map((each) => (
          <FailedRecordingItem key={each.recording} recording={each} />
        ))}
      </ul>
      {failures > failed.length && <p className={styles.quiet}>{words.newestOnly}</p>}
    </Panel>
  );
}

function FailedRecordingItem({
  recording: { recording, error, failedAt, ...subject },
}: {
  recording: FailedRecording;
}) {
  const retry = useRetryRecordings();
  return (
    <li>
      <div className={styles.subject}>
        <RecordingTitle {...subject} />
        <span className={styles.error}>{error}</span>
        <time className={styles.quiet} dateTime={failedAt} title={formatDateTime(failedAt)}>
          {formatRelativeTime(failedAt)}
        </time>
      </div>
      <Button
        className="btn btn-line"
        isBusy={retry.isPending}
        onClick={() => retry.mutate(recording)}
      >
        <Icon name="retry" />
        {words.retry}
        <span className="vh">{`: ${subject.article?.title ?? words.withdrawn}`}</span>
      </Button>
    </li>
  );
}

/** Returns the mutation that retries one failed recording, or all failed recordings if none is given. */
function useRetryRecordings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (recording: string | undefined) =>
      studioApi.post<{ retried: number }>('/narrators/retry', recording ? { recording } : {}),
    onSuccess: ({ retried }) => showToast({ kind: 'success', text: words.retried(retried) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: narratorsQuery.queryKey }),
  });
}
