import type { ReactNode } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import { CATEGORIES, type CategoryId } from '#domain/categories.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { Link } from '#ui/link.tsx';
import { feedCopy } from '#web/copy/feed.ts';
import { useIsPremium } from '#web/reader/session.ts';
import styles from './author-suggestions.module.css';
import { useTopicChoice } from './topic-choice.ts';
import { TopicPicker } from './topic-picker.tsx';

interface AuthorSuggestionsProps {
  /** Articles from every category. Each introduces its author. */
  introductions: readonly ArticleMeta[];
  /** The topics that the reader has chosen. */
  topics: readonly CategoryId[];
  /** The number of authors that the reader follows. */
  followed: number;
  /** True if the reader has followed an author since the feed was loaded. */
  isFeedReady: boolean;
  isOpening: boolean;
  openFeed: () => void;
  /** Renders articles as rows, each with a button that follows its author. */
  children: (articles: readonly ArticleMeta[]) => ReactNode;
}

/**
 * Helps a reader fill their empty feed. The reader first chooses topics, and then follows authors of articles on these
 * topics.
 */
export function AuthorSuggestions(props: AuthorSuggestionsProps) {
  const [topics, chooseTopics] = useTopicChoice(props.topics);
  return (
    <div className={styles.choice}>
      <TopicPicker chosen={topics} onChange={chooseTopics} />
      <p className={styles.withoutScript}>{feedCopy.withoutScript}</p>
      {CATEGORIES.filter(({ id }) => topics.includes(id)).map((topic) => (
        <Topic key={topic.id} {...topic} {...props} />
      ))}
      <p className={styles.all}>
        <Link className="link reach" to="/authors">
          {feedCopy.allAuthors}
        </Link>
      </p>
      <FeedBar {...props} />
    </div>
  );
}

interface TopicProps extends AuthorSuggestionsProps {
  id: CategoryId;
  name: string;
}

function Topic({ id, name, introductions, children }: TopicProps) {
  const articles = introductions.filter(({ category }) => category === id);
  return (
    <section aria-labelledby={`topic-${id}`}>
      <h2 className={styles.heading} id={`topic-${id}`}>
        {name}
      </h2>
      {articles.length > 0 ? (
        children(articles)
      ) : (
        <p className={styles.nobody}>{feedCopy.noArticles}</p>
      )}
    </section>
  );
}

/**
 * A bar with the number of followed authors and the button that opens the feed. It stays in view while the list
 * scrolls.
 */
function FeedBar({ followed, isFeedReady, isOpening, openFeed }: AuthorSuggestionsProps) {
  const isPremium = useIsPremium();
  const limit = TIER_BENEFITS.free.follows;
  const count = isPremium || followed > limit ? `${followed}` : `${followed} of ${limit}`;
  return (
    <>
      {/* Screen readers announce changes only if the live region is on the page from the start. */}
      <p className="vh" role="status">
        {followed > 0 && feedCopy.followed(count)}
      </p>
      {isFeedReady && (
        <div className={`${styles.bar} needs-js`}>
          <p className={styles.progress} aria-hidden="true">
            <b>{count}</b> {feedCopy.followed('').trim()}
          </p>
          <button
            className="btn btn-red"
            type="button"
            aria-disabled={isOpening}
            onClick={isOpening ? undefined : openFeed}
          >
            {isOpening ? feedCopy.opening : feedCopy.open}
          </button>
        </div>
      )}
    </>
  );
}
