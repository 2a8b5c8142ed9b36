import { type RefObject, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { ArticleMeta } from '#domain/article.ts';
import type { CategoryId } from '#domain/categories.ts';
import { FEED_READ_FILTERS, type FeedReadFilter } from '#domain/feed-filter.ts';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import type { FeedScreenProps, UnfinishedArticle } from '#domain/page.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { Link } from '#ui/link.tsx';
import { ViewLinks } from '#ui/view-links.tsx';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import { feedCopy } from '#web/copy/feed.ts';
import { ArticleGrid } from '#web/features/articles/article-grid.tsx';
import { ArticleRows } from '#web/features/articles/article-rows.tsx';
import { PersonalArticleList } from '#web/features/articles/personal-article-list.tsx';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { DailyFive } from '#web/features/daily-five/daily-five.tsx';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { followSet } from '#web/features/follows/follow-set.ts';
import { LineOfDay } from '#web/features/lines/line-of-day.tsx';
import { ContinueListeningButton } from '#web/features/listening/continue-listening-button.tsx';
import { AuthorSuggestions } from '#web/features/welcome/author-suggestions.tsx';
import { useTopicChoice } from '#web/features/welcome/topic-choice.ts';
import { TopicPicker } from '#web/features/welcome/topic-picker.tsx';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { useScreenProps } from '#web/pages/use-screen-props.ts';
import { useKnownReaderSetItems } from '#web/reader/reader-sets.ts';
import { useIsPremium } from '#web/reader/session.ts';
import { useSaveArticlesForOffline } from '#web/reader/use-save-articles-for-offline.ts';
import styles from './feed.module.css';

/** The `sizes` attribute of a cover in a full-width list of one to four columns: the rendered width of the cover. */
const SIZES =
  '(min-width: 78rem) 270px, (min-width: 70.5rem) 22vw, (min-width: 52rem) 30vw, (min-width: 36rem) 46vw, calc(100vw - 40px)';

const { filter } = feedCopy;

/** The path of the feed for each filter. */
const FEED_PATHS: Readonly<Record<FeedReadFilter, string>> = { all: '/', unread: '/?show=unread' };

/**
 * Shows a reader's home page: the five articles of the day, articles to continue, and articles by followed authors. If
 * there are no articles by followed authors, suggests authors first (spec 2).
 */
export function FeedScreen() {
  const page = useScreenProps('feed');
  const heading = useRef<HTMLHeadingElement>(null);
  const isEmpty = page.articles.length === 0 && page.show === 'all';
  useFeedArrival(heading, isEmpty);
  useSaveArticlesForOffline(page.dailyFive.map(({ article }) => article.path));
  const Content = isEmpty ? EmptyFeed : FilledFeed;
  return (
    <div className="wrap readers-own">
      <Content {...page} heading={heading} />
    </div>
  );
}

type ContentProps = FeedScreenProps & { heading: RefObject<HTMLHeadingElement | null> };

function FilledFeed({
  followedAuthors,
  heading,
  dailyFive,
  unfinished,
  lineOfDay,
  topics,
  show,
  ...firstPage
}: ContentProps) {
  return (
    <>
      <DailyFive five={dailyFive} as="h1" heading={heading} topics={<Topics saved={topics} />}>
        {renderDailyFive}
      </DailyFive>
      {lineOfDay && <LineOfDay {...lineOfDay} />}
      <ContinueReading unfinished={unfinished} />
      <header className={styles.head}>
        <h2 className="title">{feedCopy.feed}</h2>
        {followedAuthors.length > 0 && (
          <p>
            <Link className="link" to="/profile/following">
              {formatNames(followedAuthors)}
            </Link>
            {followedAuthors.length < TIER_BENEFITS.free.follows && (
              <Link className="link" to="/authors">
                {feedCopy.findAnother}
              </Link>
            )}
          </p>
        )}
      </header>
      <div className={styles.filter}>
        <ViewLinks
          label={filter.label}
          visibleLabel={filter.visibleLabel}
          views={FEED_READ_FILTERS.map((each) => ({
            name: filter.views[each].name,
            path: FEED_PATHS[each],
            isCurrent: each === show,
          }))}
        />
        <p className="vh" role="status">
          {filter.views[show].announcement}
        </p>
      </div>
      {firstPage.articles.length > 0 ? (
        <PersonalArticleList
          list="feed"
          address={FEED_PATHS[show]}
          first={firstPage}
          query={show === 'all' ? {} : { show }}
          dependencyKey={followedAuthors.join()}
          moreFailed={ERROR_MESSAGES.moreArticlesFailed}
        >
          {(loaded) => (
            <ArticleGrid
              {...loaded}
              sizes={SIZES}
              action={(article) => <BookmarkButton article={article} quiet />}
            />
          )}
        </PersonalArticleList>
      ) : (
        <p>{filter.nothingUnread}</p>
      )}
    </>
  );
}

/** Shows a picker for the reader's topics. One of the five articles of the day is about one of these topics. */
function Topics({ saved }: { saved: readonly CategoryId[] }) {
  const [topics, chooseTopics] = useTopicChoice(saved);
  return (
    <>
      <TopicPicker chosen={topics} onChange={chooseTopics} />
      <p className={styles.topicsNote}>{dailyFiveCopy.topicsFromTomorrow}</p>
    </>
  );
}

function renderDailyFive(
  articles: readonly ArticleMeta[],
  noteOf: (article: { id: string }) => string,
) {
  return (
    <ArticleRows
      articles={articles}
      note={(article) => <p className={styles.note}>{noteOf(article)}</p>}
      action={(article) => <BookmarkButton article={article} quiet />}
    />
  );
}

/**
 * Shows the articles that the reader has not finished, with links to the parts where they stopped. If the reader
 * listened to an article more recently than they read it, also shows a button that continues its narration.
 */
function ContinueReading({ unfinished }: Pick<FeedScreenProps, 'unfinished'>) {
  if (unfinished.length === 0) return null;
  const byId = new Map(unfinished.map((each) => [each.article.id, each]));
  return (
    <section className={styles.continue} aria-labelledby="continue">
      <h2 className="label" id="continue">
        {dailyFiveCopy.continue}
      </h2>
      <ArticleRows
        articles={unfinished.map(({ article }) => article)}
        pathOf={({ id, path }) => {
          const { section } = byId.get(id)!;
          return section ? `${path}#${section}` : path;
        }}
        note={({ id }) => <ContinueNote {...byId.get(id)!} />}
        action={(article) => <BookmarkButton article={article} quiet />}
      />
    </section>
  );
}

function ContinueNote({ article, section, heardSeconds }: UnfinishedArticle) {
  return (
    <p className={styles.note}>
      {heardSeconds !== null && (
        <ContinueListeningButton article={article} seconds={heardSeconds} />
      )}
      {section && (
        <Link className="link reach" to={article.path}>
          {dailyFiveCopy.startAgain}
        </Link>
      )}
    </p>
  );
}

function EmptyFeed({
  userInfo,
  followedAuthors,
  introductions,
  heading,
  dailyFive,
  unfinished,
  lineOfDay,
  topics,
}: ContentProps) {
  const followedAliases = useKnownReaderSetItems(followSet) ?? followedAuthors;
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
        topics={topics}
        followed={followedAliases.length}
        isFeedReady={followedAliases.some((alias) => !followedAuthors.includes(alias))}
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
      <DailyFive five={dailyFive} as="h2">
        {renderDailyFive}
      </DailyFive>
      {lineOfDay && <LineOfDay {...lineOfDay} />}
      <ContinueReading unfinished={unfinished} />
    </>
  );
}

/** Scrolls to the top and focuses the heading when the feed replaces the suggested authors. */
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
function formatNames(aliases: readonly string[]): string {
  const areAllNamed = aliases.length <= MAX_NAMES;
  const shownNames = areAllNamed ? aliases : aliases.slice(0, MAX_NAMES - 1);
  const remainder = areAllNamed ? [] : [`${aliases.length - shownNames.length} more`];
  return LIST_FORMAT.format([...shownNames, ...remainder]);
}

const LIST_FORMAT = new Intl.ListFormat('en-US', { type: 'conjunction' });
