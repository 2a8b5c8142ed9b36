import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { privatePodcastCopy as copy } from '#web/copy/private-podcast.ts';
import { CopyLinkButton } from './copy-link-button.tsx';
import styles from './private-podcast-dialog.module.css';
import { usePrivatePodcast } from './use-private-podcast.ts';

/** A dialog in which a Premium reader creates, replaces and deletes the URL of their private podcast feed. */
export function PrivatePodcastDialog(dialog: BaseDialogProps) {
  const { podcast, isError, refetch, change, pending } = usePrivatePodcast();
  const renderChangeButton = (action: 'create' | 'switchOff', variant: string, text: string) => (
    <button
      className={`btn ${variant} btn-l`}
      type="button"
      aria-disabled={pending !== undefined || !podcast}
      onClick={() => podcast && change(action)}
    >
      {text}
    </button>
  );
  const createText = podcast?.id ? copy.replace : copy.create;
  return (
    <Dialog {...dialog} title={copy.title} isTitleFocused description={copy.description}>
      <div className={styles.podcast}>
        <div role="status">
          {podcast?.url && (
            <>
              <p className={styles.address}>{podcast.url}</p>
              <p>{copy.shownOnce}</p>
            </>
          )}
          {podcast?.createdAt && !podcast.url && <p>{copy.since(formatDate(podcast.createdAt))}</p>}
          {isError && !podcast && <p>{copy.loadFailed}</p>}
        </div>
        {podcast?.url && <CopyLinkButton url={podcast.url} text={copy.copyAddress} />}
        {isError && !podcast ? (
          <button className="btn btn-line btn-l" type="button" onClick={() => refetch()}>
            {copy.tryAgain}
          </button>
        ) : (
          renderChangeButton(
            'create',
            podcast?.id ? 'btn-line' : 'btn-red',
            pending === 'create' ? copy.creating : createText,
          )
        )}
        {podcast?.id &&
          renderChangeButton(
            'switchOff',
            'btn-line',
            pending === 'switchOff' ? copy.switchingOff : copy.switchOff,
          )}
      </div>
    </Dialog>
  );
}

/** Formats a time as a date, such as "December 22, 2026". */
function formatDate(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'long' });
}
