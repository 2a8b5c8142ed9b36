import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { REVIEW_STATES } from '#domain/statuses/machines.ts';
import { eventsIn } from '#domain/statuses/state-machine.ts';
import type { ArticleReview, Concern } from '#domain/studio/reviews.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { focusHeading } from '../../lib/focus.ts';
import { type Price, shortPrice, usePrice } from '../../lib/price.ts';
import { studio } from '../../lib/queries.ts';
import { LETTERS } from '../../lib/row-keys.ts';
import { useAsk, useFollowed, useRefreshWriting } from '../../lib/writing.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.ts';
import { Pill, Status } from '../../ui/pill.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { ConcernCard } from './concern-card.tsx';
import styles from './reviews.module.css';
import { hasFailed, REVIEW_TONES } from './reviews.tsx';

const words = copy.reviews;

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
      {({ review, concerns }) => <Whole review={review} concerns={concerns} />}
    </Waiting>
  );
}

function Whole({ review, concerns }: ReviewWithConcerns) {
  const open = fixable(concerns);
  const fixPrice = usePrice(
    open.length ? { type: 'improve_articles', concernIds: open.map(({ id }) => id) } : undefined,
  );
  const perConcern = shortPrice(fixPrice, 1 / open.length);
  return (
    <>
      <ScreenHead
        title={review.articleTitle}
        up={{ to: '/reviews', name: words.up }}
        actions={<Decision review={review} concerns={concerns} fixPrice={fixPrice} />}
      >
        {review.authorAlias}.{' '}
        {review.status !== 'accepted' && (
          <Link className="link" to={`/articles/${review.articleId}`}>
            {words.openArticle}
          </Link>
        )}
      </ScreenHead>
      <p className={styles.state}>
        {review.isAwaited ? (
          <Pill tone="waiting">{words.inProgress}</Pill>
        ) : (
          <Status machine={REVIEW_STATES} state={review.status} tones={REVIEW_TONES} />
        )}
        <Outcome review={review} concerns={concerns} />
      </p>
      <Concerns concerns={concerns} fixPrice={perConcern} />
    </>
  );
}

/** What came of it, or why it cannot go on yet. */
function Outcome({ review, concerns }: ReviewWithConcerns) {
  if (hasFailed(review))
    return (
      <span>
        {words.failedNote}{' '}
        <Link className="link" to={`/requests/${review.requestId}`}>
          {words.seeWhy}
        </Link>
      </span>
    );
  if (review.version === null) return null;
  if (!concerns.length) return <span>{words.nothingWrong}</span>;
  const open = concerns.filter(({ status }) => status === 'pending_action').length;
  if (!open) return null;
  return <span>{words.resolveFirst(open)}</span>;
}

function Decision({ review, concerns, fixPrice }: ReviewWithConcerns & { fixPrice: Price }) {
  const refresh = useRefreshWriting();
  const decide = useMutation({
    mutationFn: (event: 'accept' | 'reject') => studio.post(`/reviews/${review.id}/${event}`),
    onSuccess: (_nothing, event) => {
      focusHeading();
      if (event === 'accept')
        notify({
          text: words.accepted,
          link: { to: `/articles/${review.articleId}`, name: words.openArticle },
        });
    },
    onSettled: refresh,
  });
  const ask = useAsk();
  const events = eventsIn(REVIEW_STATES, review.status, 'editor');
  const open = fixable(concerns);
  const unresolved = concerns.filter(({ status }) => status === 'pending_action').length;
  // Its article may have gone on without it.
  const isUnderReview = review.articleStatus === 'ai_review';
  const canAskAgain = hasFailed(review) && isUnderReview;
  const reviewPrice = usePrice(
    canAskAgain ? { type: 'review_articles', articleIds: [review.articleId] } : undefined,
  );
  if (review.isAwaited) return null;
  if (review.status === 'accepted')
    return (
      <Link className="btn btn-red" to={`/articles/${review.articleId}`}>
        {words.openArticle}
      </Link>
    );
  return (
    <>
      {events.includes('reject') && (
        <Button
          className="btn btn-line"
          type="button"
          aria-keyshortcuts={LETTERS.review.reject.key}
          isBusy={decide.isPending}
          onClick={() => decide.mutate('reject')}
        >
          {isUnderReview ? words.backToDraft : words.closeReview}
        </Button>
      )}
      {canAskAgain && (
        <Button
          className="btn btn-red"
          type="button"
          isBusy={ask.isPending}
          onClick={() =>
            ask.mutate(
              { type: 'review_articles', articleIds: [review.articleId] },
              { onSuccess: focusHeading },
            )
          }
        >
          {words.askAgain(shortPrice(reviewPrice))}
        </Button>
      )}
      {open.length > 1 && (
        <Button
          className="btn btn-line"
          type="button"
          isBusy={ask.isPending}
          onClick={() =>
            ask.mutate({ type: 'improve_articles', concernIds: open.map(({ id }) => id) })
          }
        >
          {words.fixAll(open.length, shortPrice(fixPrice))}
        </Button>
      )}
      {events.includes('accept') && review.version !== null && (
        <Button
          className="btn btn-red"
          type="button"
          aria-keyshortcuts={LETTERS.review.accept.key}
          isBusy={decide.isPending}
          why={unresolved > 0 && words.resolveFirst(unresolved)}
          onClick={() => decide.mutate('accept')}
        >
          {words.accept}
        </Button>
      )}
    </>
  );
}

/** Returns the concerns the AI can be asked to fix. */
function fixable(concerns: readonly Concern[]): Concern[] {
  return concerns.filter(
    ({ status, improvingIn, stillStands }) =>
      status === 'pending_action' && !improvingIn && stillStands,
  );
}

interface ConcernsProps {
  concerns: readonly Concern[];
  /** What fixing one of them costs, in words. */
  fixPrice: string | undefined;
}

function Concerns({ concerns, fixPrice }: ConcernsProps) {
  return (
    <ol className={styles.concerns}>
      {concerns.map((concern) => (
        <ConcernCard key={concern.id} concern={concern} fixPrice={fixPrice} />
      ))}
    </ol>
  );
}
