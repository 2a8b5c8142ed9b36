import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NarratorsReport } from '#domain/studio/narrators.ts';
import type { VoiceInstallation } from '#domain/studio/voice-installation.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { formatDuration } from './format-duration.ts';
import styles from './narrators.module.css';
import { narratorsQuery, voiceInstallationQuery } from './queries.ts';
import { useVoiceInstallationMutations } from './use-voice-installation-mutations.ts';

const words = copy.installation;

/** Assumed bandwidth in bytes per second (20 Mbit/s), used to estimate the duration of the download. */
const TYPICAL_BANDWIDTH = 2.5e6;

/** Shows a button that installs natural voices, and the installation's progress. Confirms a successful installation. */
export function VoiceInstallationPanel({ report }: { report: NarratorsReport }) {
  const { data: installation } = useQuery(voiceInstallationQuery);
  const queryClient = useQueryClient();
  const hasEngine = report.available.some(({ kind }) => kind === 'neural');
  const isReportOutdated = installation?.isInstalled && !hasEngine;
  useEffect(() => {
    if (!isReportOutdated) return;
    showToast({ kind: 'success', text: words.done });
    void queryClient.invalidateQueries({ queryKey: narratorsQuery.queryKey, exact: true });
  }, [isReportOutdated, queryClient]);
  if (!installation) return null;
  const { state, isInstalled } = installation;
  const isFinished = isInstalled && state !== 'running';
  if (isFinished && (state !== 'installed' || report.engine.kind === 'neural')) return null;
  return (
    <Panel title={words.title} note={isFinished ? undefined : words.note}>
      {isFinished ? (
        <p role="status">{words.installed}</p>
      ) : (
        <Installation installation={installation} />
      )}
    </Panel>
  );
}

function Installation({ installation }: { installation: VoiceInstallation }) {
  const { start, cancel } = useVoiceInstallationMutations();
  const { obstacle, state, downloadedBytes } = installation;
  const isRunning = state === 'running';
  const isBusy = start.isPending || cancel.isPending || (isRunning && cancel.isSuccess);
  const action =
    downloadedBytes > 0
      ? words.continue
      : RETRYABLE_STATES.has(state)
        ? words.retry
        : words.install;
  return (
    <>
      {isRunning ? (
        <Progress installation={installation} />
      ) : (
        <>
          <Requirements installation={installation} />
          <Outcome installation={installation} />
        </>
      )}
      {obstacle && !isRunning ? (
        <p className={styles.outcome}>{obstacle}</p>
      ) : (
        // The button stays the same element and is never disabled, so that it keeps focus when the installation starts
        // or ends.
        <button
          className={`btn ${isRunning ? 'btn-line' : 'btn-red'}`}
          type="button"
          aria-disabled={isBusy}
          onClick={() => !isBusy && (isRunning ? cancel : start).mutate()}
        >
          {isRunning ? (isBusy ? words.canceling : words.cancel) : action}
        </button>
      )}
    </>
  );
}

const RETRYABLE_STATES: ReadonlySet<VoiceInstallation['state']> = new Set([
  'failed',
  'interrupted',
]);

/** Lists the download's size, license, duration and required disk space. */
function Requirements({
  installation: { bytes, downloadedBytes, host, neededBytes, freeBytes },
}: {
  installation: VoiceInstallation;
}) {
  const seconds = (bytes - downloadedBytes) / TYPICAL_BANDWIDTH;
  const facts: readonly [name: string, value: string][] = [
    [words.download, words.downloadFrom(formatBytes(bytes), host)],
    [words.license, words.licenses],
    [words.time, words.timeOf(formatDuration(seconds))],
    [
      words.space,
      freeBytes === null
        ? words.spaceNeeded(formatBytes(neededBytes))
        : words.spaceOf(formatBytes(neededBytes), formatBytes(freeBytes)),
    ],
  ];
  return (
    <FactList>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </FactList>
  );
}

/** Explains how the last installation ended, and how much more disk space another attempt needs. */
function Outcome({ installation }: { installation: VoiceInstallation }) {
  const { state, reason, bytes, downloadedBytes, neededBytes, freeBytes } = installation;
  const missingBytes = freeBytes === null ? 0 : neededBytes - freeBytes;
  const sentences = [
    state === 'failed' && reason,
    state === 'canceled' && words.canceled,
    state === 'interrupted' && words.interrupted,
    downloadedBytes > 0 && words.downloaded(formatBytes(downloadedBytes), formatBytes(bytes)),
    missingBytes > 0 && words.spaceMissing(formatBytes(missingBytes)),
  ].filter(Boolean);
  return (
    <p className={styles.outcome} role="status">
      {sentences.join(' ')}
    </p>
  );
}

function Progress({ installation: { step, done, total } }: { installation: VoiceInstallation }) {
  const amount =
    total > 0 &&
    (step === 'download'
      ? words.bytesOf(formatBytes(done), formatBytes(total))
      : words.narratorsOf(done, total));
  return (
    <div className={styles.installation}>
      <p>
        <span role="status">{words.steps[step]}</span>
        {amount && <span className={styles.amount}>{amount}</span>}
      </p>
      <progress
        aria-label={words.progress}
        {...(total > 0 && { max: total, value: Math.min(done, total) })}
      />
      <p className={styles.quiet}>{words.leave}</p>
    </div>
  );
}
