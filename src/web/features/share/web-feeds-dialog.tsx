import type { ReactNode } from 'react';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { PODCAST_FEED_PATH } from '#domain/podcast.ts';
import { ALL_ARTICLES_SCOPE, type WebFeedScope, webFeedPath } from '#domain/web-feeds.ts';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { webFeedsCopy } from '#web/copy/web-feeds.ts';
import { CopyLinkButton } from './copy-link-button.tsx';
import styles from './web-feeds-dialog.module.css';

interface WebFeedsDialogProps extends BaseDialogProps {
  /**
   * The scope of the current page's web feed, such as a category. Is `undefined` if the page has no feed of its own.
   */
  scope: WebFeedScope | undefined;
}

/**
 * A dialog with the URLs of the web feeds (RSS, Atom and JSON Feed). It lists the feed of the current page's articles,
 * the feed of all articles, and the podcast.
 */
export function WebFeedsDialog({ scope, ...dialog }: WebFeedsDialogProps) {
  const { title, description } = webFeedsCopy;
  return (
    <Dialog {...dialog} title={title} description={description}>
      <ul className={styles.feeds}>
        {scope && <WebFeedItem scope={scope} />}
        <WebFeedItem scope={ALL_ARTICLES_SCOPE} />
        <FeedItem name={webFeedsCopy.podcast} path={PODCAST_FEED_PATH}>
          {webFeedsCopy.podcastNote}
          <Link className="link" to="/settings#podcast" onClick={dialog.onClose}>
            {webFeedsCopy.settings}
          </Link>
          {'.'}
        </FeedItem>
      </ul>
      <p className={styles.developers}>
        <Link className="link reach" to="/developers" onClick={dialog.onClose}>
          {webFeedsCopy.developers}
        </Link>
      </p>
    </Dialog>
  );
}

function WebFeedItem({ scope }: { scope: WebFeedScope }) {
  return (
    <FeedItem name={getWebFeedName(scope)} path={webFeedPath(scope, 'rss')}>
      {webFeedsCopy.formats}
      <a className="link" href={webFeedPath(scope, 'atom')}>
        {webFeedsCopy.atom}
      </a>
      {', '}
      <a className="link" href={webFeedPath(scope, 'json')}>
        {webFeedsCopy.json}
      </a>
    </FeedItem>
  );
}

interface FeedItemProps {
  name: string;
  path: string;
  /** The note below the feed's URL. */
  children: ReactNode;
}

function FeedItem({ name, path, children }: FeedItemProps) {
  return (
    <li>
      <h3>{name}</h3>
      <p className={styles.address}>{location.host + path}</p>
      <CopyLinkButton url={location.origin + path} label={webFeedsCopy.copy(name)} />
      <p className={styles.formats}>{children}</p>
    </li>
  );
}

function getWebFeedName(scope: WebFeedScope): string {
  if ('alias' in scope) return webFeedsCopy.by(scope.alias);
  const { category, subcategory } = scope;
  if (!category) return webFeedsCopy.all;
  return subcategory ? getSubcategory(category, subcategory).name : getCategory(category).name;
}
