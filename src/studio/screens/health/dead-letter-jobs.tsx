import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DeadLetterJob } from '#domain/studio/health.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { showErrorToast, studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './health.module.css';
import { healthQuery } from './queries.ts';

const words = copy.health;

/** Lists the dead-letter jobs: jobs that failed after all retries. Each job has its error and a retry button. */
export function DeadLetterJobs({ dead }: { dead: readonly DeadLetterJob[] }) {
  return (
    <Panel title={words.givenUp} note={words.givenUpNote}>
      <ol className={styles.dead}>
        {dead.map((job) => (
          <DeadLetterJobEntry key={job.id} job={job} />
        ))}
      </ol>
    </Panel>
  );
}

function DeadLetterJobEntry({
  job: { id, job, error, attempts, payload, diedAt },
}: {
  job: DeadLetterJob;
}) {
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => studioApi.post(`/jobs/${id}/retry`),
    onSuccess: () => showToast({ kind: 'success', text: words.retried(job) }),
    onError: showErrorToast,
    onSettled: () => queryClient.invalidateQueries({ queryKey: healthQuery.queryKey }),
  });
  const payloadTexts = Object.entries(payload).map(([name, value]) => `${name} ${String(value)}`);
  return (
    <li>
      <div>
        <p>
          <b>{job}</b>{' '}
          <span className={styles.quiet}>
            <span>{words.after(attempts)}</span>{' '}
            <time dateTime={diedAt} title={formatDateTime(diedAt)}>
              {formatRelativeTime(diedAt)}
            </time>
          </span>
        </p>
        <p className={styles.error}>{error}</p>
        {payloadTexts.length > 0 && <p className={styles.quiet}>{payloadTexts.join(', ')}</p>}
      </div>
      <Button
        className="btn btn-line"
        type="button"
        isBusy={retry.isPending}
        onClick={() => retry.mutate()}
      >
        <Icon name="retry" />
        {words.retry}
        <span className="vh">: {job}</span>
      </Button>
    </li>
  );
}
