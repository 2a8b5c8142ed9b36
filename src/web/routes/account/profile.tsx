import type { ListedArticle } from '#domain/article.ts';
import type { BookmarksScreenProps } from '#domain/page.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { profileCopy } from '#web/copy/profile.ts';
import { ArticleRows } from '#web/features/articles/article-rows.tsx';
import { PersonalArticleList } from '#web/features/articles/personal-article-list.tsx';
import { fetchAllBookmarksOfView } from '#web/features/bookmarks/all-bookmarks.ts';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { bookmarkSet } from '#web/features/bookmarks/bookmark-set.ts';
import { BookmarksToolbar } from '#web/features/bookmarks/bookmarks-toolbar.tsx';
import {
  createBookmarksQueryParameters,
  createBookmarksUrl,
} from '#web/features/bookmarks/bookmarks-url.ts';
import { DownloadsButton } from '#web/features/listening/downloads-button.tsx';
import { ListenToAllButton } from '#web/features/listening/listen-to-all-button.tsx';
import { LimitUsage } from '#web/features/profile/limit-usage.tsx';
import { ProfileFrame } from '#web/features/profile/profile-frame.tsx';
import { usePayload } from '#web/pages/use-screen-props.ts';
import { useReaderSetItemsIfComplete } from '#web/reader/use-members-if-complete.ts';
import { useSaveArticlesForOffline } from '#web/reader/use-save-articles-for-offline.ts';
import styles from './profile.module.css';
import { SignedOutProfile } from './signed-out-profile.tsx';

/**
 * Shows the profile page with the reader's bookmarks. Signed-out visitors see an invitation to sign in instead (spec
 * 2).
 */
export function ProfileScreen() {
  const payload = usePayload();
  return payload?.screen === 'bookmarks' ? <Bookmarks {...payload.props} /> : <SignedOutProfile />;
}

/**
 * Shows the bookmarks that existed when the page was loaded. A removed bookmark stays in the list, so that the reader
 * can undo a mistaken click.
 */
function Bookmarks({ userInfo, bookmarkedArticles, authors, ...page }: BookmarksScreenProps) {
  const { nextToken, from, show, order, query, offersSearch } = page;
  const view = { show, order, query };
  const bookmarkCount = useReaderSetItemsIfComplete(bookmarkSet)?.length;
  useSaveArticlesForOffline();
  const isPartial = Boolean(nextToken || from || query || show !== 'all');
  const { length } = bookmarkedArticles;
  return (
    <ProfileFrame
      reader={userInfo}
      tab="Bookmarks"
      allowance={
        <LimitUsage
          used={bookmarkCount ?? (isPartial ? undefined : length)}
          limit={TIER_BENEFITS.free.bookmarks}
          of="bookmarks"
        />
      }
    >
      {(length > 1 || isPartial) && <BookmarksToolbar view={view} offersSearch={offersSearch} />}
      <p className="vh" role="status">
        {query && profileCopy.search.found(query, length, nextToken !== null)}
      </p>
      <div className={styles.listening}>
        {length > 0 && (
          <ListenToAllButton
            articles={bookmarkedArticles}
            loadAll={nextToken || from ? () => fetchAllBookmarksOfView(view) : undefined}
          />
        )}
        <DownloadsButton loadBookmarks={loadBookmarksWithNarrations} />
      </div>
      {length > 0 ? (
        <PersonalArticleList
          list="bookmarks"
          address={createBookmarksUrl(view)}
          first={{ articles: bookmarkedArticles, authors, nextToken, from }}
          query={createBookmarksQueryParameters(view)}
          moreFailed={profileCopy.loadMoreFailed}
        >
          {({ articles, ref }) => (
            <ArticleRows
              articles={removeDuplicates(articles)}
              action={(article) => <BookmarkButton article={article} quiet />}
              ref={ref}
            />
          )}
        </PersonalArticleList>
      ) : query ? (
        <NothingFound url={createBookmarksUrl({ show: 'all', order, query: '' })} query={query} />
      ) : show !== 'all' ? (
        <NoMatches url={createBookmarksUrl({ show: 'all', order, query })} show={show} />
      ) : (
        <NoBookmarks />
      )}
    </ProfileFrame>
  );
}

async function loadBookmarksWithNarrations() {
  const bookmarks = await fetchAllBookmarksOfView({ show: 'all', order: 'kept', query: '' });
  return bookmarks.filter(({ hasAudio }) => hasAudio);
}

/**
 * Removes repeated articles. If the list shows unread articles first, finishing an article moves it further down on the
 * server. A later page then contains the article again.
 */
function removeDuplicates(articles: readonly ListedArticle[]): readonly ListedArticle[] {
  return [...new Map(articles.map((article) => [article.id, article])).values()];
}

function NothingFound({ url, query }: { url: string; query: string }) {
  return (
    <EmptyState
      drawing="lens"
      title={profileCopy.search.nothingFound}
      actions={
        <Link className="btn btn-line" to={url}>
          {profileCopy.search.seeAll}
        </Link>
      }
    >
      {profileCopy.search.nothingFoundText(query)}
    </EmptyState>
  );
}

function NoMatches({ url, show }: { url: string; show: 'unread' | 'read' }) {
  const { title, text } = profileCopy.noneToShow[show];
  return (
    <EmptyState
      drawing="shelf"
      title={title}
      actions={
        <Link className="btn btn-line" to={url}>
          {profileCopy.search.seeAll}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}

function NoBookmarks() {
  return (
    <EmptyState
      drawing="shelf"
      title={profileCopy.noBookmarks.title}
      actions={
        <Link className="btn btn-red" to="/articles">
          {profileCopy.findArticles}
        </Link>
      }
    >
      {profileCopy.noBookmarks.text}
    </EmptyState>
  );
}
