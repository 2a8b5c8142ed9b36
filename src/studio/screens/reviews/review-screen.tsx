import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { REVIEW_STATE_MACHINE } from '#domain/statuses/review-states.ts';
import { listAllowedEvents } from '#domain/statuses/state-machine.ts';
import type { ArticleReview, Concern } from '#domain/studio/reviews.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import {
  type AiRequestPriceState,
  formatApproximatePrice,
  useAiRequestPrice,
  useRefetchAiQueries,
  useRefetchDuringAiRequests,
  useSendAiRequest,
} from '../../lib/ai-requests.ts';
import { focusScreenHeading } from '../../lib/focus.ts';
import { LETTER_SHORTCUTS_BY_SCREEN } from '../../lib/list-shortcuts.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { showNoticeWithLink } from '../../ui/notices.ts';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { ConcernCard } from './concern-card.tsx';
import { hasReviewFailed, REVIEW_STATUS_TONES } from './review-list.tsx';
import styles from './reviews.module.css';

const words = copy.reviews;

interface ReviewWithConcerns {
  review: ArticleReview;
  concerns: Concern[];
}

/** Shows an AI review with its concerns and buttons. */
export function ReviewScreen() {
  const { id = '' } = useParams();
  useRefetchDuringAiRequests('reviews');
  const query = useQuery({
    queryKey: ['reviews', 'one', id],
    queryFn: ({ signal }) => studioApi.get<ReviewWithConcerns>(`/reviews/${id}`, {}, signal),
  });
  return (
    <QueryContent query={query}>
      {({ review, concerns }) => <ReviewDetails review={review} concerns={concerns} />}
    </QueryContent>
  );
}

function ReviewDetails({ review, concerns }: ReviewWithConcerns) {
  const fixableConcerns = listFixableConcerns(concerns);
  const fixPrice = useAiRequestPrice(
    fixableConcerns.length
      ? { type: 'improve_articles', concernIds: fixableConcerns.map(({ id }) => id) }
      : undefined,
  );
  const perConcern = formatApproximatePrice(fixPrice, 1 / fixableConcerns.length);
  return (
    <>
      <ScreenHeader
        title={review.articleTitle}
        parent={{ to: '/reviews', name: words.up }}
        actions={<ReviewActions review={review} concerns={concerns} fixPrice={fixPrice} />}
      >
        {review.authorAlias}.{' '}
        {review.status !== 'accepted' && (
          <Link className="link" to={`/articles/${review.articleId}`}>
            {words.openArticle}
          </Link>
        )}
      </ScreenHeader>
      <p className={styles.state}>
        {review.isAwaited ? (
          <Badge tone="waiting">{words.inProgress}</Badge>
        ) : (
          <StatusBadge
            machine={REVIEW_STATE_MACHINE}
            state={review.status}
            tones={REVIEW_STATUS_TONES}
          />
        )}
        <ReviewOutcome review={review} concerns={concerns} />
      </p>
      <ConcernList concerns={concerns} fixPrice={perConcern} />
    </>
  );
}

/**
 * Shows the outcome of an AI review: it has failed, has found no concerns, or has found concerns that must be resolved.
 */
function ReviewOutcome({ review, concerns }: ReviewWithConcerns) {
  if (hasReviewFailed(review))
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
  const undecidedCount = concerns.filter(({ status }) => status === 'pending_action').length;
  if (!undecidedCount) return null;
  return <span>{words.resolveFirst(undecidedCount)}</span>;
}

function ReviewActions({
  review,
  concerns,
  fixPrice,
}: ReviewWithConcerns & { fixPrice: AiRequestPriceState }) {
  const refresh = useRefetchAiQueries();
  const decide = useMutation({
    mutationFn: (event: 'accept' | 'reject') => studioApi.post(`/reviews/${review.id}/${event}`),
    onSuccess: (_response, event) => {
      focusScreenHeading();
      if (event === 'accept')
        showNoticeWithLink({
          text: words.accepted,
          link: { to: `/articles/${review.articleId}`, name: words.openArticle },
        });
    },
    onSettled: refresh,
  });
  const sendRequest = useSendAiRequest();
  const events = listAllowedEvents(REVIEW_STATE_MACHINE, review.status, 'editor');
  const fixableConcerns = listFixableConcerns(concerns);
  const unresolvedCount = concerns.filter(({ status }) => status === 'pending_action').length;
  // This screen offers a new review only while the article has the status "AI review". The article may no longer have
  // this status, even if the displayed review is still open.
  const isUnderReview = review.articleStatus === 'ai_review';
  const canRequestReview = hasReviewFailed(review) && isUnderReview;
  const reviewPrice = useAiRequestPrice(
    canRequestReview ? { type: 'review_articles', articleIds: [review.articleId] } : undefined,
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
          aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.review.reject.key}
          isBusy={decide.isPending}
          onClick={() => decide.mutate('reject')}
        >
          {isUnderReview ? words.backToDraft : words.closeReview}
        </Button>
      )}
      {canRequestReview && (
        <Button
          className="btn btn-red"
          type="button"
          isBusy={sendRequest.isPending}
          onClick={() =>
            sendRequest.mutate(
              { type: 'review_articles', articleIds: [review.articleId] },
              { onSuccess: focusScreenHeading },
            )
          }
        >
          {words.askAgain(formatApproximatePrice(reviewPrice))}
        </Button>
      )}
      {fixableConcerns.length > 1 && (
        <Button
          className="btn btn-line"
          type="button"
          isBusy={sendRequest.isPending}
          onClick={() =>
            sendRequest.mutate({
              type: 'improve_articles',
              concernIds: fixableConcerns.map(({ id }) => id),
            })
          }
        >
          {words.fixAll(fixableConcerns.length, formatApproximatePrice(fixPrice))}
        </Button>
      )}
      {events.includes('accept') && review.version !== null && (
        <Button
          className="btn btn-red"
          type="button"
          aria-keyshortcuts={LETTER_SHORTCUTS_BY_SCREEN.review.accept.key}
          isBusy={decide.isPending}
          disabledReason={unresolvedCount > 0 && words.resolveFirst(unresolvedCount)}
          onClick={() => decide.mutate('accept')}
        >
          {words.accept}
        </Button>
      )}
    </>
  );
}

/** Returns the concerns whose passages the AI can improve. */
function listFixableConcerns(concerns: readonly Concern[]): Concern[] {
  return concerns.filter(
    ({ status, improvingIn, stillStands }) =>
      status === 'pending_action' && !improvingIn && stillStands,
  );
}

interface ConcernListProps {
  concerns: readonly Concern[];
  /** Text with the estimated price of improving one passage with AI. */
  fixPrice: string | undefined;
}

function ConcernList({ concerns, fixPrice }: ConcernListProps) {
  return (
    <ol className={styles.concerns}>
      {concerns.map((concern) => (
        <ConcernCard key={concern.id} concern={concern} fixPrice={fixPrice} />
      ))}
    </ol>
  );
}
