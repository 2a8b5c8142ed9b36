import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showToast } from '#ui/toast.tsx';
import { settingsCopy } from '#web/copy/settings.ts';
import { LazyDialogButton } from '#web/lib/lazy-dialog-button.tsx';
import { parseUserAgent } from './device.ts';
import { DeviceIcon } from './device-icon.tsx';
import styles from './device-list.module.css';
import { showAccountFailureToast } from './failure-toast.ts';
import { formatLastUsed } from './format-last-used.ts';
import {
  endOpenSession,
  type OpenSession,
  removeCachedSession,
  useOpenSessions,
} from './open-sessions.ts';

const copy = settingsCopy.devices;

/** The number of devices that are shown at first, and the number of placeholder rows while the list loads. */
const INITIAL_ROW_COUNT = 2;

/**
 * A list of the devices on which the reader is signed in. Each device except the current one has a button that signs it
 * out. At first, the list shows the current device and the most recently used other device. A button shows the
 * remaining devices.
 */
export function DeviceList() {
  const { reader, sessions, isError, refetch } = useOpenSessions();
  const [isExpanded, setIsExpanded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const hiddenCount = (sessions?.length ?? 0) - INITIAL_ROW_COUNT;
  return (
    <>
      {isError && !sessions ? (
        <div className={styles.failed}>
          <p>{copy.loadFailed}</p>
          <button className="btn btn-line" type="button" onClick={() => refetch()}>
            {copy.tryAgain}
          </button>
        </div>
      ) : (
        <ul className={styles.list} ref={list} tabIndex={-1} aria-busy={!sessions}>
          {sessions ? (
            <>
              {(isExpanded ? sessions : sessions.slice(0, INITIAL_ROW_COUNT)).map((session) => (
                <DeviceRow
                  key={session.id}
                  session={session}
                  reader={reader}
                  // The row with the focused button disappears, so the list receives focus.
                  onEnded={() => list.current?.focus()}
                />
              ))}
              {sessions.length < INITIAL_ROW_COUNT && <NoOtherDevices />}
            </>
          ) : (
            <RowSkeleton />
          )}
        </ul>
      )}
      <div className={styles.actions}>
        <LazyDialogButton load={loadDialog} className="btn btn-line">
          {copy.signOutEverywhere}
        </LazyDialogButton>
        {hiddenCount > 0 && (
          <button
            className="btn btn-text"
            type="button"
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded ? copy.showFewer : copy.showMore(hiddenCount)}
          </button>
        )}
      </div>
    </>
  );
}

interface DeviceRowProps {
  session: OpenSession;
  reader: string;
  onEnded: () => void;
}

function DeviceRow({ session, reader, onEnded }: DeviceRowProps) {
  const { id, userAgent, lastSeenAt, isCurrent } = session;
  const queryClient = useQueryClient();
  const { name, kind } = parseUserAgent(userAgent);
  const { mutate, isPending } = useMutation({
    mutationFn: () => endOpenSession(id),
    onSuccess: () => {
      removeCachedSession(queryClient, reader, id);
      showToast({ kind: 'success', text: copy.signedOut(name) });
      onEnded();
    },
    onError: (error) => showAccountFailureToast(error, copy.signOutFailed(name)),
  });
  return (
    <li className={styles.row}>
      <DeviceIcon kind={kind} />
      <div className={styles.words}>
        <b>{name}</b>
        <span>{isCurrent ? copy.activeNow : copy.lastActive(formatLastUsed(lastSeenAt))}</span>
      </div>
      {isCurrent ? (
        <span className={styles.here}>{copy.thisDevice}</span>
      ) : (
        <button
          className="btn btn-text"
          type="button"
          aria-disabled={isPending}
          aria-label={isPending ? undefined : copy.signOutDevice(name)}
          onClick={() => !isPending && mutate()}
        >
          {isPending ? copy.signingOut : copy.signOut}
        </button>
      )}
    </li>
  );
}

function NoOtherDevices() {
  return (
    <li className={`${styles.row} ${styles.nowhere}`}>
      <DeviceIcon kind="unknown" />
      <div className={styles.words}>{copy.nowhereElse}</div>
    </li>
  );
}

function RowSkeleton() {
  return Array.from({ length: INITIAL_ROW_COUNT }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholder rows are the same
    <li key={index} className={`${styles.row} ${styles.skeleton}`} aria-hidden="true">
      <i className={styles.icon} />
      <div className={styles.words}>
        <b>
          <i />
        </b>
        <span>
          <i />
        </span>
      </div>
    </li>
  ));
}

const loadDialog = () =>
  import('./sign-out-everywhere-dialog.tsx').then((chunk) => chunk.SignOutEverywhereDialog);
