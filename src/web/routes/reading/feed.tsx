import { type RefObject, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { MESSAGES } from '#domain/messages.ts';
import type { FeedScreenProps } from '#domain/page.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { Link } from '#ui/link.tsx';
import { feedCopy } from '#web/copy/feed.ts';
import { ArticleGrid } from '#web/features/articles/article-grid.tsx';
import { ArticleRows } from '#web/features/articles/article-rows.tsx';
import { PersonalArticleList } from '#web/features/articles/personal-article-list.tsx';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { followSet } from '#web/features/follows/follow-set.ts';
import { AuthorSuggestions } from '#web/features/welcome/author-suggestions.tsx';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { useScreenProps } from '#web/pages/use-screen-props.ts';
import { useKnownMembers } from '#web/reader/reader-sets.ts';
import { useIsPremium } from '#web/reader/session.ts';
import styles from './feed.module.css';

/** Value of the `sizes` attribute: the rendered width of a cover in a full-width list of one to four columns. */
const SIZES =
  '(min-width: 78rem) 270px, (min-width: 70.5rem) 22vw, (min-width: 52rem) 30vw, (min-width: 36rem) 46vw, calc(100vw - 40px)';

/** A reader's feed with articles by followed authors. If there are none, suggests authors instead (spec 2). */
export function FeedScreen() {
  const page = useScreenProps('feed');
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmpty = page.articles.length === 0;
  useFeedArrival(heading, isEmpty);
  const Content = isEmpty ? EmptyFeed : FilledFeed;
  return (
    <div className="wrap readers-own">
      <Content {...page} heading={heading} />
    </div>
  );
}

type ContentProps = FeedScreenProps & { heading: RefObject<HTMLHeadingElement | null> };

function FilledFeed({ followedAuthors, heading, ...first }: ContentProps) {
  return (
    <>
      <header className={styles.head}>
        <h1 className="title" ref={heading} tabIndex={-1}>
          {feedCopy.feed}
        </h1>
        {followedAuthors.length > 0 && (
          <p>
            <Link className="link" to="/profile/following">
              {namesOf(followedAuthors)}
            </Link>
            {followedAuthors.length < TIER_LIMITS.free.follows && (
              <Link className="link" to="/authors">
                {feedCopy.findAnother}
              </Link>
            )}
          </p>
        )}
      </header>
      <PersonalArticleList
        list="feed"
        address="/"
        first={first}
        dependencyKey={followedAuthors.join()}
        moreFailed={MESSAGES.moreArticlesFailed}
      >
        {(loaded) => (
          <ArticleGrid
            {...loaded}
            sizes={SIZES}
            action={(article) => <BookmarkButton article={article} quiet />}
          />
        )}
      </PersonalArticleList>
    </>
  );
}

function EmptyFeed({ userInfo, followedAuthors, introductions, heading }: ContentProps) {
  const known = useKnownMembers(followSet) ?? followedAuthors;
  const { revalidate, state } = useRevalidator();
  const isPremium = useIsPremium();
  const isFirstVisit = followedAuthors.length === 0;

  function openFeed() {
    removeCachedPersonalPayloads();
    revalidate();
  }

  return (
    <>
      <header className={styles.welcome}>
        <div>
          {isFirstVisit && (
            <p className="eyebrow">
              {feedCopy.welcome} <bdi>{userInfo.name}</bdi>
            </p>
          )}
          <h1 className="title" ref={heading} tabIndex={-1}>
            {feedCopy.nothing}
          </h1>
        </div>
        <div>
          {!isFirstVisit && <p>{feedCopy.nothingPublished}</p>}
          <p>{feedCopy.nothingText}</p>
          <p>{isPremium ? feedCopy.pickTopicsPremium : feedCopy.pickTopics}</p>
        </div>
      </header>
      <AuthorSuggestions
        introductions={introductions}
        followed={known.length}
        isFeedReady={known.some((alias) => !followedAuthors.includes(alias))}
        isOpening={state === 'loading'}
        openFeed={openFeed}
      >
        {(articles) => (
          <ArticleRows
            articles={articles}
            action={({ authorAlias }) => <FollowButton alias={authorAlias} size="small" />}
          />
        )}
      </AuthorSuggestions>
    </>
  );
}

/** Scrolls to the top when the feed replaces the suggestions. */
function useFeedArrival(heading: RefObject<HTMLHeadingElement | null>, isEmpty: boolean): void {
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    if (wasEmpty.current && !isEmpty) {
      scrollTo({ top: 0, behavior: 'instant' });
      heading.current?.focus({ preventScroll: true });
    }
    wasEmpty.current = isEmpty;
  }, [heading, isEmpty]);
}

/** Maximum number of authors' names in the heading. The Following page lists all authors. */
const MAX_NAMES = 3;

/** Joins authors' names into a phrase: "Ballast, Gantry and Plumbline", or "Ballast, Gantry and 5 more". */
function namesOf(aliases: readonly string[]): string {
  const isWhole = aliases.length <= MAX_NAMES;
  const named = isWhole ? aliases : aliases.slice(0, MAX_NAMES - 1);
  const last = isWhole ? [] : [`${aliases.length - named.length} more`];
  return LIST.format([...named, ...last]);
}

const LIST = new Intl.ListFormat('en-US', { type: 'conjunction' });
