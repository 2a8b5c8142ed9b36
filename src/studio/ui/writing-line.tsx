import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type AiRequest, REQUEST_TYPE_LABELS } from '#domain/studio/requests.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../copy.ts';
import {
  dollars,
  isUnderWay,
  requestsQuery,
  summaryOf,
  troublesOf,
  writingQuery,
} from '../lib/writing.ts';
import styles from './writing-line.module.css';

const words = copy.writing;

/** Who writes, and how much of the month's budget is left; what to set where nobody does. */
export function WritingLine() {
  const { data } = useQuery(writingQuery);
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
        } ${words.left(dollars(budget.left), dollars(budget.limit))}`}
      </p>
      <Latest />
    </div>
  );
}

/** Milliseconds. */
const HOUR = 60 * 60 * 1000;

/** What is awaited of the AI, or what of its answers of the last hour cannot be used; nothing where all is well. */
function Latest() {
  const requests = useInfiniteQuery(requestsQuery).data?.pages[0]?.requests ?? [];
  const isToBeSeen = (request: AiRequest) =>
    troublesOf(request) > 0 && Date.parse(request.createdAt) > Date.now() - HOUR;
  const shown = requests.find(isUnderWay) ?? requests.find(isToBeSeen);
  if (!shown) return null;
  return (
    <Link className={`link ${styles.latest}`} to={`/requests/${shown.id}`}>
      {`${REQUEST_TYPE_LABELS[shown.type]}: ${summaryOf(shown)}`}
    </Link>
  );
}
