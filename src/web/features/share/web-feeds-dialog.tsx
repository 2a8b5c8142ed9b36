import { getCategory, getSubcategory } from '#domain/categories.ts';
import { ALL_ARTICLES, type WebFeedScope, webFeedPath } from '#domain/web-feeds.ts';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { webFeedsCopy } from '#web/copy/web-feeds.ts';
import { CopyLinkButton } from './copy-link-button.tsx';
import styles from './web-feeds-dialog.module.css';

interface WebFeedsDialogProps extends BaseDialogProps {
  /** Scope of the feed with the articles of the screen, or `undefined` for a screen without a feed of its own. */
  scope: WebFeedScope | undefined;
}

/** A dialog with the addresses of the web feeds: of the screen's articles, and of all articles. */
export function WebFeedsDialog({ scope, ...dialog }: WebFeedsDialogProps) {
  const { title, description } = webFeedsCopy;
  return (
    <Dialog {...dialog} title={title} description={description}>
      <ul className={styles.feeds}>
        {scope && <WebFeedItem scope={scope} />}
        <WebFeedItem scope={ALL_ARTICLES} />
      </ul>
      <p className={styles.developers}>
        <Link className="link" to="/developers" onClick={dialog.onClose}>
          {webFeedsCopy.developers}
        </Link>
      </p>
    </Dialog>
  );
}

function WebFeedItem({ scope }: { scope: WebFeedScope }) {
  const name = nameWebFeed(scope);
  const path = webFeedPath(scope, 'rss');
  return (
    <li>
      <h3>{name}</h3>
      <p className={styles.address}>{location.host + path}</p>
      <CopyLinkButton url={location.origin + path} label={webFeedsCopy.copy(name)} />
      <p className={styles.formats}>
        {webFeedsCopy.formats}
        <a className="link" href={webFeedPath(scope, 'atom')}>
          {webFeedsCopy.atom}
        </a>
        {', '}
        <a className="link" href={webFeedPath(scope, 'json')}>
          {webFeedsCopy.json}
        </a>
      </p>
    </li>
  );
}

function nameWebFeed(scope: WebFeedScope): string {
  if ('alias' in scope) return webFeedsCopy.by(scope.alias);
  const { category, subcategory } = scope;
  if (!category) return webFeedsCopy.all;
  return subcategory ? getSubcategory(category, subcategory).name : getCategory(category).name;
}
