import { type ReactNode, useRef } from 'react';
import type { ArticleTeaser } from '#domain/article.ts';
import type { PagePayload } from '#domain/page.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { Cover } from '#ui/cover.tsx';
import { moveFocusTo } from '#ui/focus.ts';
import { Icon, type IconName } from '#ui/icons.tsx';
import { useStore } from '#ui/lib/store.ts';
import { usePayload } from '#web/pages/use-screen-props.ts';
import { useReader } from '#web/reader/session.ts';
import styles from './full-player.module.css';
import { playArticle } from './player.ts';
import type { PlayableArticle } from './player-state.ts';
import {
  clearQueue,
  enqueue,
  moveUpInQueue,
  playbackQueueStore,
  removeFromQueue,
} from './queue.ts';

/** Maximum numbers of queued and suggested articles that are shown. */
const [MAX_LISTED, MAX_SUGGESTED] = [50, 5];

/**
 * Shows the playback queue, and suggests articles from the current page. Only readers with Premium see it, because
 * other readers hear previews, and nothing plays after a preview.
 */
export function UpNext({ current }: { current: string }) {
  const tier = useReader()?.tier ?? 'free';
  const heading = useRef<HTMLHeadingElement>(null);
  const queued = useStore(playbackQueueStore);
  const payload = usePayload();
  const excludedIds = new Set([current, ...queued.map(({ id }) => id)]);
  const suggested = (payload ? listScreenArticles(payload) : [])
    .filter(({ id, hasAudio }) => hasAudio && !excludedIds.has(id))
    .slice(0, MAX_SUGGESTED);
  const unlistedCount = queued.length - MAX_LISTED;
  if (!TIER_BENEFITS[tier].narrations || (!queued.length && !suggested.length)) return null;
  return (
    <>
      <section className={styles.section} aria-labelledby="player-next">
        <div className={styles.heading}>
          <h3 className="label" id="player-next" ref={heading}>
            Up next
          </h3>
          {queued.length > 0 && (
            <button
              className="btn btn-text quiet"
              type="button"
              onClick={() => {
                // Clearing the queue removes the focused button, so focus moves to the heading.
                moveFocusTo(heading.current!);
                clearQueue();
              }}
            >
              Clear <span className="vh">the queue</span>
            </button>
          )}
        </div>
        {queued.length === 0 && (
          <p className={styles.note}>Nothing yet. Add an article below to hear it next.</p>
        )}
        <ol>
          {queued.slice(0, MAX_LISTED).map((article, index) => (
            <ArticleRow key={article.id} article={article} onPlay={() => playArticle(article)}>
              {index > 0 && (
                <RowButton
                  label={`Move up ${article.title}`}
                  icon="up"
                  onClick={() => moveUpInQueue(article.id)}
                />
              )}
              <RowButton
                label={`Remove ${article.title}`}
                icon="close"
                onClick={() => removeFromQueue(article.id)}
              />
            </ArticleRow>
          ))}
        </ol>
        {unlistedCount > 0 && <p className={styles.note}>{`And ${unlistedCount} more.`}</p>}
      </section>
      {suggested.length > 0 && (
        <section className={styles.section} aria-labelledby="player-suggested">
          <h3 className="label" id="player-suggested">
            Suggested
          </h3>
          <ul>
            {suggested.map((article) => (
              <ArticleRow key={article.id} article={article}>
                <RowButton
                  label={`Add ${article.title}`}
                  icon="plus"
                  onClick={() => enqueue([article])}
                />
              </ArticleRow>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ArticleRowProps {
  article: PlayableArticle;
  /** Plays the article immediately. If omitted, the row's title is plain text instead of a button. */
  onPlay?: () => void;
  /** Buttons at the end of the article's row. */
  children: ReactNode;
}

function ArticleRow({ article, onPlay, children }: ArticleRowProps) {
  const { image, title, authorAlias, readingMinutes } = article;
  const text = (
    <>
      <b>{title}</b>
      <span>{readingMinutes ? `${authorAlias} · ${readingMinutes} min` : authorAlias}</span>
    </>
  );
  return (
    <li className={styles.row}>
      <div className={styles.thumbnail}>
        <Cover image={image} sizes="56px" />
      </div>
      {onPlay ? (
        <button className={styles.words} type="button" onClick={onPlay}>
          {text}
        </button>
      ) : (
        <div className={styles.words}>{text}</div>
      )}
      <div className={styles.rowButtons}>{children}</div>
    </li>
  );
}

function RowButton({
  label,
  icon,
  onClick,
}: {
  label: string;
  icon: IconName;
  onClick: () => void;
}) {
  return (
    <button className="icon-btn" type="button" aria-label={label} onClick={onClick}>
      <Icon name={icon} small />
    </button>
  );
}

/** Returns the articles that the current page shows. On an article's page, the article itself comes first. */
function listScreenArticles({ screen, props }: PagePayload): readonly ArticleTeaser[] {
  if (screen === 'article') return [props.article, ...props.alsoLike, ...props.moreFromAuthor];
  if (screen === 'bookmarks') return props.bookmarkedArticles;
  // The landing page's payload contains only the covers of its articles, which is not enough to play them.
  return 'articles' in props && screen !== 'landing' ? props.articles : [];
}
