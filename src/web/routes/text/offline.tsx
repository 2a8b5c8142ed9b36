import { useEffect, useMemo, useState } from 'react';
import { sanitizeRedirectPath } from '#domain/redirect-target.ts';
import { SearchBox } from '#ui/search-box.tsx';
import { offlineCopy } from '#web/copy/offline.ts';
import { ArticleRows } from '#web/features/articles/article-rows.tsx';
import { ServerUnreachableScreen } from '#web/features/offline/server-unreachable-screen.tsx';
import {
  listSavedArticles,
  type SavedArticle,
  searchSavedArticles,
} from '#web/reader/saved-articles.ts';
import styles from './offline.module.css';

/**
 * The screen that replaces a page that the browser can neither load nor has saved. Lists the saved articles, and opens
 * the page once the server is reachable.
 */
export function OfflineScreen() {
  return (
    <>
      <ServerUnreachableScreen onReachable={openRequestedPage} />
      <SavedArticles />
    </>
  );
}

function openRequestedPage() {
  location.replace(sanitizeRedirectPath(new URLSearchParams(location.search).get('to')));
}

const NONE: readonly SavedArticle[] = [];

/** The articles that this browser has saved, with a search in their texts. Renders nothing if there are none. */
function SavedArticles() {
  const [saved, setSaved] = useState(NONE);
  const [query, setQuery] = useState('');
  useEffect(() => {
    // Storage may be blocked.
    listSavedArticles().then(setSaved, () => {});
  }, []);
  const found = useMemo(() => searchSavedArticles(saved, query), [saved, query]);
  if (!saved.length) return null;
  const lists = new Map(found.map(({ article, list }) => [article.id, list]));
  return (
    <section className="wrap" aria-labelledby="saved-articles">
      <div className={styles.saved}>
        <h2 className="title" id="saved-articles">
          {offlineCopy.saved}
        </h2>
        <SearchBox action="/offline" label={offlineCopy.search} query={query} onSearch={setQuery} />
        <p className={query ? 'meta' : 'vh'} role="status">
          {query && offlineCopy.found(found.length)}
        </p>
        <ArticleRows
          articles={found.map(({ article }) => article)}
          groupOf={({ id }) => offlineCopy.lists[lists.get(id)!]}
          action={() => null}
        />
      </div>
    </section>
  );
}
