import { Link } from 'react-router';
import { MESSAGES } from '#domain/messages.ts';
import type { BookmarksProps } from '#domain/page.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { OwnArticleList } from '#web/features/articles/own-article-list.tsx';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { bookmarks } from '#web/features/bookmarks/bookmarks.ts';
import { Allowance } from '#web/features/profile/allowance.tsx';
import { ProfileFrame } from '#web/features/profile/profile-frame.tsx';
import { usePayload } from '#web/pages/use-page.ts';
import { useKnownMembers } from '#web/reader/sets.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SignedOutProfile } from './signed-out.tsx';

/** A reader's own page, with what they bookmarked; signed out, what it would be (spec 2). */
export function Profile() {
  const payload = usePayload();
  return payload?.screen === 'bookmarks' ? <Bookmarks {...payload.props} /> : <SignedOutProfile />;
}

/**
 * The bookmarks as they were when the page was made. A bookmark that is taken away leaves its card where it
 * is, its ribbon empty, so that a slip of the thumb can be undone.
 */
function Bookmarks({ userInfo, bookmarkedArticles, authors, nextToken }: BookmarksProps) {
  const known = useKnownMembers(bookmarks)?.length;
  const counted = nextToken ? undefined : bookmarkedArticles.length;
  return (
    <ProfileFrame
      reader={userInfo}
      tab="Bookmarks"
      allowance={
        <Allowance used={known ?? counted} limit={TIER_LIMITS.free.bookmarks} of="bookmark" />
      }
    >
      {bookmarkedArticles.length > 0 ? (
        <OwnArticleList
          list="bookmarks"
          first={{ articles: bookmarkedArticles, authors, nextToken }}
          moreFailed={MESSAGES.moreBookmarksFailed}
          action={(article) => <BookmarkButton article={article} quiet />}
        />
      ) : (
        <NoBookmarks />
      )}
    </ProfileFrame>
  );
}

function NoBookmarks() {
  return (
    <EmptyState
      drawing="shelf"
      title="No Bookmarks Yet"
      actions={
        <Link className="btn btn-red" to="/articles">
          Find something to read
        </Link>
      }
    >
      Every article has a ribbon. Press it, and the article waits for you here.
    </EmptyState>
  );
}
