import type { ReactNode } from 'react';
import type { AuthorMeta } from '#domain/author.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { useIsPremium } from '#web/reader/session.ts';
import styles from './author-choice.module.css';
import { useChosenTopics } from './chosen-topics.ts';
import { TopicChoice } from './topic-choice.tsx';

interface AuthorChoiceProps {
  /** All there are. */
  authors: readonly AuthorMeta[];
  /** How many the reader follows. */
  followed: number;
  /** Whether the feed would show more than it does now. */
  isFeedReady: boolean;
  isOpening: boolean;
  openFeed: () => void;
  /** Rows of authors under a second-level heading, each with its Follow button. */
  children: (authors: readonly AuthorMeta[]) => ReactNode;
}

/** How a reader whose feed is empty fills it: topics, then authors of these topics, then the feed. */
export function AuthorChoice(props: AuthorChoiceProps) {
  const [topics, chooseTopics] = useChosenTopics();
  const shown = props.authors.filter(
    ({ expertise }) => !topics.length || topics.includes(expertise.category),
  );
  return (
    <div className={styles.choice}>
      <TopicChoice chosen={topics} onChange={chooseTopics} />
      <section aria-labelledby="authors-to-follow">
        <h2 className={styles.heading} id="authors-to-follow">
          Authors to follow
        </h2>
        <Hint />
        <p className="vh" role="status">
          {topics.length > 0 && (shown.length === 1 ? '1 author' : `${shown.length} authors`)}
        </p>
        {shown.length > 0 ? (
          props.children(shown)
        ) : (
          <p className={styles.nobody}>
            Nobody writes about this yet.{' '}
            <button className="link" type="button" onClick={() => chooseTopics([])}>
              See all authors
            </button>
          </p>
        )}
      </section>
      <FeedBar {...props} />
    </div>
  );
}

function Hint() {
  const isPremium = useIsPremium();
  return (
    <div className={styles.hint}>
      <p className="needs-js">
        {!isPremium && (
          <span className={styles.onFree}>Follow up to {TIER_LIMITS.free.follows}. </span>
        )}
        <span>What they write fills your feed.</span>
      </p>
      <p className={styles.withoutScript}>
        To follow an author, allow this page to run JavaScript. Everything can be read without.
      </p>
    </div>
  );
}

/** How far the reader has got, and the way to what comes of it. It stays in sight while they go down the list. */
function FeedBar({ followed, isFeedReady, isOpening, openFeed }: AuthorChoiceProps) {
  const isPremium = useIsPremium();
  const count = progressOf(followed, isPremium);
  return (
    <>
      {/* In the page from the start, so that a screen reader hears of what comes into it. */}
      <p className="vh" role="status">
        {followed > 0 && `${count} followed`}
      </p>
      {isFeedReady && (
        <div className={`${styles.bar} needs-js`}>
          <p className={styles.progress} aria-hidden="true">
            <b>{count}</b> followed
          </p>
          <button
            className="btn btn-red"
            type="button"
            aria-disabled={isOpening}
            onClick={isOpening ? undefined : openFeed}
          >
            {isOpening ? 'Opening...' : 'Open your feed'}
          </button>
        </div>
      )}
    </>
  );
}

/** "2 of 3"; without a limit, or beyond it, "4". */
function progressOf(followed: number, isPremium: boolean): string {
  const limit = TIER_LIMITS.free.follows;
  return isPremium || followed > limit ? `${followed}` : `${followed} of ${limit}`;
}
