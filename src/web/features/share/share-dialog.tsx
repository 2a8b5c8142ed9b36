import { ERROR_MESSAGES } from '#domain/messages.ts';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icons.tsx';
import { showToast } from '#ui/toast.tsx';
import { shareCopy } from '#web/copy/share.ts';
import { sendCountOnce } from '#web/lib/counts.ts';
import { CopyLinkButton } from './copy-link-button.tsx';
import styles from './share-dialog.module.css';
import { SHARE_TARGETS, type ShareableArticle, type SharedLink } from './targets.ts';

interface ShareDialogProps extends BaseDialogProps {
  article: ShareableArticle;
}

/**
 * The dialog for sharing an article. A click on a service already counts as a share, because the page cannot know
 * whether the reader has posted the article.
 */
export function ShareDialog({ article, ...dialog }: ShareDialogProps) {
  const { onClose } = dialog;
  const shared: SharedLink = { title: article.title, url: location.origin + article.path };
  const onShared = () => sendCountOnce(article, 'share');
  const shareAndClose = () => {
    onShared();
    onClose();
  };
  return (
    <Dialog {...dialog} title={shareCopy.title} description={<cite>{shared.title}</cite>}>
      <ul className={styles.targets}>
        {SHARE_TARGETS.map(({ name, icon, urlFor }) => (
          <li key={name}>
            <a
              href={urlFor(shared)}
              target="_blank"
              rel="noopener noreferrer"
              onClick={shareAndClose}
            >
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={icon} />
              </svg>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <div className={styles.own}>
        <CopyLinkButton url={shared.url} onCopied={onShared} />
        {'share' in navigator && <NativeShare shared={shared} onShared={shareAndClose} />}
      </div>
    </Dialog>
  );
}

/** A button that opens the operating system's share dialog. */
function NativeShare({ shared, onShared }: { shared: SharedLink; onShared: () => void }) {
  async function share() {
    try {
      await navigator.share(shared);
      onShared();
    } catch (error) {
      // An `AbortError` means that the reader has canceled sharing. This is not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast({ kind: 'error', text: ERROR_MESSAGES.shareFailed });
    }
  }

  return (
    <button className="btn btn-line btn-l" type="button" onClick={share}>
      <Icon name="share" />
      {shareCopy.otherApps}
    </button>
  );
}
