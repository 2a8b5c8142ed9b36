import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { AI_REQUEST_TYPE_LABELS, type AiRequest } from '#domain/studio/ai-requests.ts';
import { formatDollars } from '#domain/studio/format-dollars.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../copy.ts';
import {
  aiRequestsInfiniteQuery,
  aiWriterStatusQuery,
  countUnusableItems,
  mayReceiveResults,
  summarizeAiRequestItems,
} from '../lib/ai-requests.ts';
import styles from './ai-writer-status-line.module.css';

const words = copy.writing;

/**
 * Shows the AI model in use and what is left of this month's budget. If the AI service is not available, shows which
 * setting is missing.
 */
export function AiWriterStatusLine() {
  const { data } = useQuery(aiWriterStatusQuery);
  if (!data) return <p className={styles.line} />;
  const { isAvailable, isDemonstration, obstacle, model, budget } = data;
  if (!isAvailable) return <p className={styles.obstacle}>{obstacle}</p>;
  const used = budget.spent + budget.reserved;
  return (
    <div className={styles.line}>
      <meter min={0} max={budget.limit} value={used} aria-label={words.budgetUsed} />
      <p>
        {`${
          isDemonstration ? words.demo : words.writes(model ?? '')
        } ${words.left(formatDollars(budget.left), formatDollars(budget.limit))}`}
      </p>
      <LatestRequest />
    </div>
  );
}

/** One hour in milliseconds. */
const HOUR = 60 * 60 * 1000;

/**
 * Shows a link to the most important AI request. In order of priority, this is a request with an unknown outcome, an
 * unfinished request, or a request from the last hour with unusable results. Renders nothing if there is no such
 * request.
 */
function LatestRequest() {
  const requests = useInfiniteQuery(aiRequestsInfiniteQuery).data?.pages[0]?.requests ?? [];
  const needsAttention = (request: AiRequest) =>
    countUnusableItems(request) > 0 && Date.parse(request.createdAt) > Date.now() - HOUR;
  const latest =
    requests.find(({ unknownOutcome }) => unknownOutcome) ??
    requests.find(mayReceiveResults) ??
    requests.find(needsAttention);
  if (!latest) return null;
  return (
    <Link className={`link ${styles.latest}`} to={`/requests/${latest.id}`}>
      {`${AI_REQUEST_TYPE_LABELS[latest.type]}: ${
        latest.unknownOutcome ? copy.unknownOutcome.summary : summarizeAiRequestItems(latest)
      }`}
    </Link>
  );
}
