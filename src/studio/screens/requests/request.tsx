import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { ITEM_STATES, REQUEST_STATES } from '#domain/statuses/machines.ts';
import { eventsIn } from '#domain/statuses/state-machine.ts';
import {
  type Outcome,
  REQUEST_TYPE_LABELS,
  type RequestItem,
  type WritingRequest,
} from '#domain/studio/requests.ts';
import { Link } from '#web/ui/link.tsx';
import { studio } from '../../lib/queries.ts';
import { momentOf } from '../../lib/times.ts';
import {
  dollars,
  requestQuery,
  summaryOf,
  useAnswersFollowed,
  useRefreshWriting,
} from '../../lib/writing.ts';
import { Status } from '../../ui/pill.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import styles from './requests.module.css';
import { ITEM_TONES, REQUEST_TONES } from './tones.ts';

/** One request to the AI, with each of its answers. */
export function Request() {
  const { id = '' } = useParams();
  const query = useQuery(requestQuery(id));
  useAnswersFollowed();
  return (
    <Waiting query={query}>
      {({ request, items }) => (
        <>
          <ScreenHead
            title={REQUEST_TYPE_LABELS[request.type]}
            up={{ to: '/requests', name: 'Requests' }}
            actions={<Actions request={request} items={items} />}
          >
            {summaryOf(request)}
          </ScreenHead>
          <Facts request={request} />
          {request.note && <p className={styles.notice}>{request.note}</p>}
          <ul className={styles.list}>
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
    </Waiting>
  );
}

function Actions({ request, items }: { request: WritingRequest; items: RequestItem[] }) {
  const navigate = useNavigate();
  const refresh = useRefreshWriting();
  const cancel = useMutation({
    mutationFn: () => studio.post(`/requests/${request.id}/cancel`),
    onSettled: refresh,
  });
  const retry = useMutation({
    mutationFn: () => studio.post<{ request: WritingRequest }>(`/requests/${request.id}/retry`, {}),
    onSuccess: ({ request: made }) => navigate(`/requests/${made.id}`),
    onSettled: refresh,
  });
  const again = items.filter(({ status }) => eventsIn(ITEM_STATES, status, 'editor').length);
  return (
    <>
      {eventsIn(REQUEST_STATES, request.status, 'editor').includes('cancel') && (
        <button
          className="btn btn-line"
          type="button"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Call it off
        </button>
      )}
      {again.length > 0 && request.status !== 'in_progress' && (
        <button
          className="btn btn-red"
          type="button"
          disabled={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {`Ask again for ${again.length === 1 ? 'the one' : `the ${again.length}`}`}
        </button>
      )}
    </>
  );
}

function Facts({ request }: { request: WritingRequest }) {
  const { status, internalStatus, model, prompt, askedBy, createdAt, endedAt, retryOf } = request;
  const { inputTokens, outputTokens, cost, estimatedCost } = request;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Status</dt>
        <dd>
          <Status machine={REQUEST_STATES} state={status} tones={REQUEST_TONES} />{' '}
          <code>{internalStatus}</code>
        </dd>
      </div>
      <div>
        <dt>Asked</dt>
        <dd>{`${momentOf(createdAt)} by ${askedBy}`}</dd>
      </div>
      {endedAt && (
        <div>
          <dt>Ended</dt>
          <dd>{momentOf(endedAt)}</dd>
        </div>
      )}
      <div>
        <dt>Cost</dt>
        <dd>{`${dollars(cost)} of about ${dollars(estimatedCost)}`}</dd>
      </div>
      <div>
        <dt>Tokens</dt>
        <dd>
          {`${inputTokens.toLocaleString('en-US')} in, ${outputTokens.toLocaleString('en-US')} out`}
        </dd>
      </div>
      <div>
        <dt>Made by</dt>
        <dd>
          {model}, <code>{prompt}</code>
        </dd>
      </div>
      {retryOf && (
        <div>
          <dt>Asks again for</dt>
          <dd>
            <Link className="link" to={`/requests/${retryOf}`}>
              what an earlier request did not get
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Item({ item }: { item: RequestItem }) {
  const { status, subject, reason, outcomes, remarks, cost, retriedIn } = item;
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <b>{subject.name}</b>
        <Status machine={ITEM_STATES} state={status} tones={ITEM_TONES} />
        {cost > 0 && <span className={styles.cost}>{dollars(cost)}</span>}
      </div>
      {reason && <p className={styles.reason}>{reason}</p>}
      {outcomes.length > 0 && (
        <ul className={styles.outcomes}>
          {outcomes.map((outcome) => (
            <li key={outcome.id}>
              <Link className="link" to={addressOf(outcome)}>
                {outcome.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {remarks.length > 0 && (
        <details>
          <summary>
            {`${remarks.length === 1 ? 'One remark' : `${remarks.length} remarks`} of the automatic checks`}
          </summary>
          <ul className={styles.remarks}>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </details>
      )}
      {retriedIn && (
        <Link className="link" to={`/requests/${retriedIn}`}>
          Asked again
        </Link>
      )}
    </li>
  );
}

function addressOf({ kind, id }: Outcome): string {
  switch (kind) {
    case 'article':
      return `/articles/${id}`;
    case 'review':
      return `/reviews/${id}`;
    case 'author':
      return `/authors/${id}`;
    case 'idea':
      return `/ideas#${id}`;
    case 'concern':
      return '/reviews';
  }
}
