import { useInfiniteQuery } from '@tanstack/react-query';
import { AI_REQUEST_STATE_MACHINE } from '#domain/statuses/ai-request-states.ts';
import { AI_REQUEST_TYPE_LABELS, type AiRequest } from '#domain/studio/ai-requests.ts';
import { formatDollars } from '#domain/studio/format-dollars.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import {
  aiRequestsInfiniteQuery,
  countUnusableItems,
  summarizeAiRequestItems,
  useRefetchAllDuringAiRequests,
} from '../../lib/ai-requests.ts';
import { formatDateTime, formatRelativeTime } from '../../lib/date-format.ts';
import { AiWriterStatusLine } from '../../ui/ai-writer-status-line.tsx';
import { Badge, StatusBadge, type StatusTone } from '../../ui/badge.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './ai-requests.module.css';
import { AI_REQUEST_STATUS_TONES } from './status-tones.ts';

const words = copy.requests;

/** Lists the AI requests, newest first. */
export function AiRequestList() {
  const query = useInfiniteQuery(aiRequestsInfiniteQuery);
  useRefetchAllDuringAiRequests();
  return (
    <>
      <ScreenHeader title={words.title}>{words.note}</ScreenHeader>
      <AiWriterStatusLine />
      <PagedList
        query={query}
        getItems={(page) => page.requests}
        className={styles.list}
        empty={
          <EmptyState
            drawing="shelf"
            title={words.emptyTitle}
            actions={
              <Link className="btn btn-red" to="/ideas">
                {words.seeIdeas}
              </Link>
            }
          >
            {words.empty}
          </EmptyState>
        }
      >
        {(request) => <AiRequestRow key={request.id} request={request} />}
      </PagedList>
    </>
  );
}

function AiRequestRow({ request }: { request: AiRequest }) {
  const { id, type, status, createdAt, askedBy, cost, estimatedCost, note, unknownOutcome } =
    request;
  const tone: StatusTone | undefined =
    countUnusableItems(request) && status === 'ended' ? 'waiting' : undefined;
  return (
    <li>
      <Link className={styles.row} to={`/requests/${id}`} data-row="">
        <span className={styles.what}>
          <b>{AI_REQUEST_TYPE_LABELS[type]}</b>
          <span>{summarizeAiRequestItems(request)}</span>
          {note && <span className={styles.note}>{note}</span>}
        </span>
        <span className={styles.badges}>
          <StatusBadge
            machine={AI_REQUEST_STATE_MACHINE}
            state={status}
            tones={{ ...AI_REQUEST_STATUS_TONES, ...(tone && { [status]: tone }) }}
          />
          {unknownOutcome && <Badge tone="bad">{copy.unknownOutcome.label}</Badge>}
        </span>
        <span className={styles.cost}>{formatDollars(cost || estimatedCost)}</span>
        <span className={styles.when} title={formatDateTime(createdAt)}>
          {`${formatRelativeTime(createdAt)}, ${askedBy}`}
        </span>
      </Link>
    </li>
  );
}
