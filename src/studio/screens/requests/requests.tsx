import { useInfiniteQuery } from '@tanstack/react-query';
import { REQUEST_STATES } from '#domain/statuses/machines.ts';
import { type AiRequest, REQUEST_TYPE_LABELS } from '#domain/studio/requests.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { agoOf, momentOf } from '../../lib/times.ts';
import {
  dollars,
  requestsQuery,
  summaryOf,
  troublesOf,
  useAnswersFollowed,
} from '../../lib/writing.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Status, type Tone } from '../../ui/pill.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { WritingLine } from '../../ui/writing-line.tsx';
import styles from './requests.module.css';
import { REQUEST_TONES } from './tones.ts';

const words = copy.requests;

/** Lists the requests to the AI, newest first. */
export function Requests() {
  const query = useInfiniteQuery(requestsQuery);
  useAnswersFollowed();
  return (
    <>
      <ScreenHead title={words.title}>{words.note}</ScreenHead>
      <WritingLine />
      <PagedList
        query={query}
        itemsOf={(page) => page.requests}
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
        {(request) => <Row key={request.id} request={request} />}
      </PagedList>
    </>
  );
}

function Row({ request }: { request: AiRequest }) {
  const { id, type, status, createdAt, askedBy, cost, estimatedCost, note } = request;
  const tone: Tone | undefined = troublesOf(request) && status === 'ended' ? 'waiting' : undefined;
  return (
    <li>
      <Link className={styles.row} to={`/requests/${id}`} data-row="">
        <span className={styles.what}>
          <b>{REQUEST_TYPE_LABELS[type]}</b>
          <span>{summaryOf(request)}</span>
          {note && <span className={styles.note}>{note}</span>}
        </span>
        <Status
          machine={REQUEST_STATES}
          state={status}
          tones={{ ...REQUEST_TONES, ...(tone && { [status]: tone }) }}
        />
        <span className={styles.cost}>{dollars(cost || estimatedCost)}</span>
        <span className={styles.when} title={momentOf(createdAt)}>
          {`${agoOf(createdAt)}, ${askedBy}`}
        </span>
      </Link>
    </li>
  );
}
