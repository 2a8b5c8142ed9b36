import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { REVIEW_STATES } from '#domain/statuses/machines.ts';
import { eventsIn } from '#domain/statuses/state-machine.ts';
import type { ArticleReview, Concern } from '#domain/studio/reviews.ts';
import { Link } from '#web/ui/link.tsx';
import { focusHeading } from '../../lib/focus.ts';
import { studio } from '../../lib/queries.ts';
import { LETTERS } from '../../lib/row-keys.ts';
import { useAsk, useFollowed, useRefreshWriting } from '../../lib/writing.ts';
import { Pill, Status } from '../../ui/pill.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { ConcernCard } from './concern-card.tsx';
import styles from './reviews.module.css';
import { hasFailed, REVIEW_TONES } from './reviews.tsx';

interface ReviewWithConcerns {
  review: ArticleReview;
  concerns: Concern[];
}

/** One review: each concern with its passage, and what an editor makes of it. */
export function Review() {
  const { id = '' } = useParams();
  useFollowed('reviews');
  const query = useQuery({
    queryKey: ['reviews', 'one', id],
    queryFn: ({ signal }) => studio.get<ReviewWithConcerns>(`/reviews/${id}`, {}, signal),
  });
  return (
    <Waiting query={query}>
      {({ review, concerns }) => (
        <>
          <ScreenHead
            title={review.articleTitle}
            up={{ to: '/reviews', name: 'Reviews' }}
            actions={<Decision review={review} concerns={concerns} />}
          >
            {review.authorAlias}.{' '}
            {review.status !== 'accepted' && (
              <Link className="link" to={`/articles/${review.articleId}`}>
                Open the article
              </Link>
            )}
          </ScreenHead>
          <p className={styles.state}>
            {review.isAwaited ? (
              <Pill tone="waiting">Being written</Pill>
            ) : (
              <Status machine={REVIEW_STATES} state={review.status} tones={REVIEW_TONES} />
            )}
            <Outcome review={review} concerns={concerns} />
          </p>
          <Concerns concerns={concerns} />
        </>
      )}
    </Waiting>
  );
}

/** What came of it, or why it cannot go on yet. */
function Outcome({ review, concerns }: ReviewWithConcerns) {
  if (hasFailed(review))
    return (
      <span>
        It did not come.{' '}
        <Link className="link" to={`/requests/${review.requestId}`}>
          Its request
        </Link>{' '}
        says why.
      </span>
    );
  if (review.version === null) return null;
  if (!concerns.length) return <span>Nothing was found wrong.</span>;
  const open = concerns.filter(({ status }) => status === 'pending_action').length;
  if (!open) return null;
  return (
    <span>
      {`It can go on once ${open === 1 ? 'one concern is' : `${open} concerns are`} decided about.`}
    </span>
  );
}

function Decision({ review, concerns }: ReviewWithConcerns) {
  const refresh = useRefreshWriting();
  const decide = useMutation({
    mutationFn: (event: 'accept' | 'reject') => studio.post(`/reviews/${review.id}/${event}`),
    onSuccess: focusHeading,
    onSettled: refresh,
  });
  const ask = useAsk();
  const events = eventsIn(REVIEW_STATES, review.status, 'editor');
  const open = concerns.filter(
    ({ status, improvingIn }) => status === 'pending_action' && !improvingIn,
  );
  // Its article may have gone on without it.
  const isUnderReview = review.articleStatus === 'ai_review';
  if (review.isAwaited) return null;
  if (review.status === 'accepted')
    return (
      <Link className="btn btn-red" to={`/articles/${review.articleId}`}>
        Open the article
      </Link>
    );
  return (
    <>
      {events.includes('reject') && (
        <button
          className="btn btn-line"
          type="button"
          aria-keyshortcuts={LETTERS.review.reject.key}
          disabled={decide.isPending}
          onClick={() => decide.mutate('reject')}
        >
          {isUnderReview ? 'Back to draft' : 'Close it'}
        </button>
      )}
      {hasFailed(review) && isUnderReview && (
        <button
          className="btn btn-red"
          type="button"
          disabled={ask.isPending}
          onClick={() =>
            ask.mutate(
              { type: 'review_articles', articleIds: [review.articleId] },
              { onSuccess: focusHeading },
            )
          }
        >
          Ask again
        </button>
      )}
      {open.length > 1 && (
        <button
          className="btn btn-line"
          type="button"
          disabled={ask.isPending}
          onClick={() =>
            ask.mutate({ type: 'improve_articles', concernIds: open.map(({ id }) => id) })
          }
        >
          {`Have all ${open.length} improved`}
        </button>
      )}
      {events.includes('accept') && review.version !== null && (
        <button
          className="btn btn-red"
          type="button"
          aria-keyshortcuts={LETTERS.review.accept.key}
          disabled={decide.isPending || concerns.some(({ status }) => status === 'pending_action')}
          onClick={() => decide.mutate('accept')}
        >
          On to human review
        </button>
      )}
    </>
  );
}

function Concerns({ concerns }: { concerns: readonly Concern[] }) {
  return (
    <ol className={styles.concerns}>
      {concerns.map((concern) => (
        <ConcernCard key={concern.id} concern={concern} />
      ))}
    </ol>
  );
}
