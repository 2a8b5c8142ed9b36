import { useInfiniteQuery } from '@tanstack/react-query';
import { REVIEW_STATE_MACHINE, type ReviewStatus } from '#domain/statuses/review-states.ts';
import type { ArticleReview } from '#domain/studio/reviews.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { useRefetchDuringAiRequests } from '../../lib/ai-requests.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Badge, StatusBadge, type StatusTone } from '../../ui/badge.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchParamTabs, useSelectedSearchParamTab } from '../../ui/search-param-tabs.tsx';
import styles from './reviews.module.css';

const words = copy.reviews;

export const REVIEW_STATUS_TONES: Readonly<Record<ReviewStatus, StatusTone>> = {
  pending: 'waiting',
  concerns_addressed: 'waiting',
  accepted: 'good',
  rejected: 'quiet',
};

/** Returns true if the AI request for a review failed, in which case an editor must request the review again. */
export function hasReviewFailed({ version, isAwaited, decidedAt }: ArticleReview): boolean {
  return version === null && !isAwaited && decidedAt === null;
}

const TABS = (['pending', 'concerns_addressed', 'accepted', 'rejected'] as const).map((id) => ({
  id,
  label: REVIEW_STATE_MACHINE.states[id].label,
}));

/** Lists the AI reviews by status. */
export function ReviewList() {
  const status = useSelectedSearchParamTab<ReviewStatus>('status', TABS);
  useRefetchDuringAiRequests('reviews');
  const query = useInfiniteQuery({
    queryKey: ['reviews', status],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<{ reviews: ArticleReview[]; nextToken: string | null }>(
        '/reviews',
        { status, nextToken: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
  });
  return (
    <>
      <ScreenHeader title={words.title}>{words.note}</ScreenHeader>
      <SearchParamTabs label={words.status} name="status" choices={TABS} />
      <PagedList
        query={query}
        getItems={(page) => page.reviews}
        className={styles.list}
        empty={
          <EmptyState drawing="lens" title={words.emptyTitle}>
            {words.empty}
          </EmptyState>
        }
      >
        {(review) => <ReviewRow key={review.id} review={review} />}
      </PagedList>
    </>
  );
}

function ReviewRow({ review }: { review: ArticleReview }) {
  const { id, articleTitle, authorAlias, status, isAwaited, createdAt } = review;
  return (
    <li>
      <Link className={styles.row} to={`/reviews/${id}`} data-row="">
        <span className={styles.what}>
          <b>{articleTitle}</b>
          <span>{authorAlias}</span>
        </span>
        {isAwaited ? (
          <Badge tone="waiting">{words.inProgress}</Badge>
        ) : (
          <StatusBadge machine={REVIEW_STATE_MACHINE} state={status} tones={REVIEW_STATUS_TONES} />
        )}
        <span className={styles.small}>{describeOutcome(review)}</span>
        <span className={styles.small} title={formatDateTime(createdAt)}>
          {formatRelativeTime(createdAt)}
        </span>
      </Link>
    </li>
  );
}

/** Describes the result of an AI review in a few words. Returns an empty string if there is no result yet. */
function describeOutcome(review: ArticleReview): string {
  const { version, concerns } = review;
  if (hasReviewFailed(review)) return words.failed;
  if (version === null) return '';
  const openCount = concerns.pending_action ?? 0;
  const totalCount = Object.values(concerns).reduce((sum, count) => sum + (count ?? 0), 0);
  return totalCount === 0 ? words.noConcerns : words.openConcerns(openCount, totalCount);
}
