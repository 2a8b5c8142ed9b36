import { useRef } from 'react';
import type { ArticleMeta } from '#domain/article.ts';
import type { PagePayload } from '#domain/page.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { useStore } from '#web/lib/store.ts';
import { usePayload } from '#web/pages/use-page.ts';
import { useReader } from '#web/reader/session.ts';
import { takeFocus } from '#web/ui/focus.ts';
import { Icon } from '#web/ui/icons.tsx';
import styles from './full-player.module.css';
import type { HeardArticle } from './listening.ts';
import { play } from './player.ts';
import { clearQueue, listenNext, queue, removeFromQueue } from './queue.ts';

/** Of those that wait, how many are listed; of those that could, how many are offered. */
const [MOST_LISTED, MOST_OFFERED] = [50, 5];

/**
 * What is listened to after this, and what the screen on show has that could be: for readers who have narrations. After a
 * beginning, which is all that others hear, nothing follows.
 */
export function UpNext({ current }: { current: string }) {
  const tier = useReader()?.tier ?? 'free';
  const heading = useRef<HTMLHeadingElement>(null);
  const waiting = useStore(queue);
  const payload = usePayload();
  const known = new Set([current, ...waiting.map(({ id }) => id)]);
  const offered = (payload ? articlesOn(payload) : [])
    .filter(({ id, hasAudio }) => hasAudio && !known.has(id))
    .slice(0, MOST_OFFERED);
  const more = waiting.length - MOST_LISTED;
  if (!TIER_LIMITS[tier].narrations || (!waiting.length && !offered.length)) return null;
  return (
    <section className={styles.section} aria-labelledby="player-next">
      <div className={styles.heading}>
        <h3 className="label" id="player-next" ref={heading}>
          Listen next
        </h3>
        {waiting.length > 0 && (
          <button
            className="btn btn-text quiet"
            type="button"
            onClick={() => {
              // The button goes with what it clears.
              takeFocus(heading.current!);
              clearQueue();
            }}
          >
            Clear <span className="vh">your queue</span>
          </button>
        )}
      </div>
      <ol>
        {waiting.slice(0, MOST_LISTED).map((article) => (
          <Waiting key={article.id} article={article} />
        ))}
      </ol>
      {more > 0 && <p className={styles.note}>{`And ${more} more.`}</p>}
      {offered.map((article) => (
        <button
          className={`btn btn-text ${styles.offer}`}
          key={article.id}
          type="button"
          onClick={() => listenNext([article])}
        >
          Add “{article.title}”
        </button>
      ))}
    </section>
  );
}

function Waiting({ article }: { article: HeardArticle }) {
  return (
    <li className={styles.waiting}>
      <button className={styles.part} type="button" onClick={() => play(article)}>
        <span>{article.title}</span>
      </button>
      <button
        className="icon-btn"
        type="button"
        aria-label={`Do not listen to ${article.title} next`}
        onClick={() => removeFromQueue(article.id)}
      >
        <Icon name="close" small />
      </button>
    </li>
  );
}

/** The articles of a screen, the one that is read first. */
function articlesOn({ screen, props }: PagePayload): readonly ArticleMeta[] {
  if (screen === 'article') return [props.article, ...props.alsoLike, ...props.moreFromAuthor];
  if (screen === 'bookmarks') return props.bookmarkedArticles;
  return 'articles' in props ? props.articles : [];
}
