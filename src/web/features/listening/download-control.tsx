import { downloadsCopy } from '#web/copy/downloads.ts';
import { areDownloadsSupported } from '#web/reader/saved-narration-list.ts';
import { useIsPremium } from '#web/reader/session.ts';
import { DownloadRow, type DownloadRowProps } from './download-row.tsx';
import {
  cancelDownload,
  type DownloadsState,
  download,
  removeDownload,
  toDownloadKey,
  useDownloads,
} from './downloads.ts';
import { formatByteSize } from './format-byte-size.ts';
import { isPreview } from './narration.ts';
import type { PlaybackSession } from './player-state.ts';

/**
 * The player's control that downloads the current narration for offline listening. Only readers with Premium see it.
 */
export function DownloadControl({ session }: { session: PlaybackSession }) {
  const isPremium = useIsPremium();
  const { narration } = session;
  if (!isPremium || !areDownloadsSupported() || !narration || isPreview(narration)) return null;
  return <SupportedDownloadControl session={session} />;
}

function SupportedDownloadControl({ session }: { session: PlaybackSession }) {
  return <DownloadRow {...describeDownload(useDownloads(), session)} />;
}

/**
 * Returns the content of the download control: the state of the current narration's download, and the button's action.
 */
function describeDownload(
  { saved, queue, failures }: DownloadsState,
  { article, narrator, narration }: PlaybackSession,
): DownloadRowProps {
  const key = toDownloadKey(article, narrator);
  const start = () => download(article, narrator);
  const queueIndex = queue.findIndex((each) => toDownloadKey(each.article, each.narrator) === key);
  if (queueIndex >= 0) {
    const { progress } = queue[queueIndex]!;
    const { waiting, preparing, running, percent, keepOpen } = downloadsCopy;
    return {
      state: 'running',
      title: queueIndex > 0 ? waiting : progress === undefined ? preparing : running,
      detail: progress === undefined ? keepOpen : `${percent(progress)}. ${keepOpen}`,
      progress: queueIndex > 0 ? undefined : (progress ?? 0),
      action: {
        label: downloadsCopy.cancel,
        object: downloadsCopy.theDownload,
        run: () => cancelDownload(key),
      },
    };
  }
  const failure = failures[key];
  if (failure)
    return {
      state: 'failed',
      title: downloadsCopy.failures[failure],
      action: { label: downloadsCopy.tryAgain, run: start },
    };
  const savedNarration = saved?.narrations.find(
    (each) => toDownloadKey(each.article, each.narrator) === key,
  );
  if (!savedNarration)
    return {
      state: 'absent',
      title: downloadsCopy.download,
      detail: downloadsCopy.forOffline,
      action: {
        label: downloadsCopy.download,
        object: downloadsCopy.thisNarration,
        isDisabled: !saved,
        run: start,
      },
    };
  // The download is outdated if the player's recording is newer. This applies even while the server is still creating
  // the newer recording, because an unfinished recording already has its final ID.
  if (savedNarration.recording !== narration!.recording)
    return {
      state: 'absent',
      title: downloadsCopy.outdated,
      detail: formatByteSize(savedNarration.bytes),
      action: { label: downloadsCopy.update, object: downloadsCopy.theDownload, run: start },
    };
  return {
    state: 'done',
    title: downloadsCopy.saved,
    detail: saved!.hasRights ? formatByteSize(savedNarration.bytes) : downloadsCopy.rightsExpired,
    action: {
      label: downloadsCopy.remove,
      object: downloadsCopy.theDownload,
      run: () => void removeDownload(savedNarration),
    },
  };
}
