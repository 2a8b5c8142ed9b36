import { useEffect, useMemo, useState } from 'react';
import { sanitizeRedirectPath } from '#domain/redirect-target.ts';
import { Icon } from '#ui/icons.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { downloadsCopy } from '#web/copy/downloads.ts';
import { offlineCopy } from '#web/copy/offline.ts';
import { ArticleRows } from '#web/features/articles/article-rows.tsx';
import { ServerUnreachableScreen } from '#web/features/offline/server-unreachable-screen.tsx';
import {
  listSavedArticles,
  type SavedArticle,
  searchSavedArticles,
} from '#web/reader/saved-articles.ts';
import { listSavedNarrations, type SavedNarrationList } from '#web/reader/saved-narration-list.ts';
import { WaitingActionsNote } from '#web/reader/waiting-actions-note.tsx';
import styles from './offline.module.css';

/**
 * Shows the screen that appears in place of a page that cannot be loaded and is not saved in the browser. Lists the
 * saved articles. Opens the requested page once the server can be reached.
 */
export function OfflineScreen() {
  return (
    <>
      <ServerUnreachableScreen onReachable={openRequestedPage} />
      <div className="wrap">
        <WaitingActionsNote text="waiting" />
      </div>
      <SavedArticles />
    </>
  );
}

function openRequestedPage() {
  location.replace(sanitizeRedirectPath(new URLSearchParams(location.search).get('to')));
}

const NO_ARTICLES: readonly SavedArticle[] = [];
const NO_DOWNLOADS: SavedNarrationList = { narrations: [], hasRights: true };

/**
 * Shows the articles that are saved in this browser, with a field to search them. Marks articles whose narration is
 * downloaded. Renders nothing if no article is saved.
 */
function SavedArticles() {
  const [savedArticles, setSavedArticles] = useState(NO_ARTICLES);
  const [{ narrations, hasRights }, setDownloads] = useState(NO_DOWNLOADS);
  const [query, setQuery] = useState('');
  useEffect(() => {
    // Failures are ignored, because storage may be blocked.
    listSavedArticles().then(setSavedArticles, () => {});
    listSavedNarrations().then(setDownloads, () => {});
  }, []);
  const results = useMemo(() => searchSavedArticles(savedArticles, query), [savedArticles, query]);
  if (!savedArticles.length) return null;
  const listByArticle = new Map(results.map(({ article, list }) => [article.id, list]));
  const downloadedIds = new Set(narrations.map(({ article }) => article.id));
  return (
    <section className="wrap" aria-labelledby="saved-articles">
      <div className={styles.saved}>
        <h2 className="title" id="saved-articles">
          {offlineCopy.saved}
        </h2>
        <SearchBox action="/offline" label={offlineCopy.search} query={query} onSearch={setQuery} />
        <p className={query ? 'meta' : 'vh'} role="status">
          {query && offlineCopy.found(results.length)}
        </p>
        {!hasRights && <p className="meta">{downloadsCopy.rightsExpired}</p>}
        <ArticleRows
          articles={results.map(({ article }) => article)}
          groupOf={({ id }) => offlineCopy.lists[listByArticle.get(id)!]}
          note={({ id }) => downloadedIds.has(id) && <DownloadMark />}
          action={() => null}
        />
      </div>
    </section>
  );
}

function DownloadMark() {
  return (
    <p className={`meta ${styles.mark}`}>
      <span>
        <Icon name="listen" small />
        {downloadsCopy.mark}
      </span>
    </p>
  );
}
