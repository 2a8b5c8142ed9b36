import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import {
  AI_REQUEST_ITEM_STATE_MACHINE,
  AI_REQUEST_STATE_MACHINE,
} from '#domain/statuses/ai-request-states.ts';
import { listAllowedEvents } from '#domain/statuses/state-machine.ts';
import {
  AI_REQUEST_TYPE_LABELS,
  type AiRequest,
  type AiRequestItem,
  type StoredResultObject,
} from '#domain/studio/ai-requests.ts';
import { formatDollars } from '#domain/studio/format-dollars.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import {
  aiRequestQuery,
  summarizeAiRequestItems,
  useRefetchAiQueries,
  useRefetchAllDuringAiRequests,
} from '../../lib/ai-requests.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import styles from './ai-requests.module.css';
import { AI_REQUEST_ITEM_STATUS_TONES, AI_REQUEST_STATUS_TONES } from './status-tones.ts';
import { UnknownOutcomeNotice } from './unknown-outcome-notice.tsx';

const words = copy.requests;

/** Shows one AI request with its items and their results. */
export function AiRequestScreen() {
  const { id = '' } = useParams();
  const query = useQuery(aiRequestQuery(id));
  useRefetchAllDuringAiRequests();
  return (
    <QueryContent query={query}>
      {({ request, items }) => (
        <>
          <ScreenHeader
            title={AI_REQUEST_TYPE_LABELS[request.type]}
            parent={{ to: '/requests', name: words.title }}
            actions={<Actions request={request} items={items} />}
          >
            {summarizeAiRequestItems(request)}
          </ScreenHeader>
          {request.unknownOutcome && (
            <UnknownOutcomeNotice request={request} outcome={request.unknownOutcome} />
          )}
          <Facts request={request} />
          {request.note && <p className={styles.notice}>{request.note}</p>}
          <ul className={styles.list}>
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
        </>
      )}
    </QueryContent>
  );
}

function Actions({ request, items }: { request: AiRequest; items: AiRequestItem[] }) {
  const navigate = useNavigate();
  const refresh = useRefetchAiQueries();
  const cancel = useMutation({
    mutationFn: () => studioApi.post(`/requests/${request.id}/cancel`),
    onSettled: refresh,
  });
  const retry = useMutation({
    mutationFn: () => studioApi.post<{ request: AiRequest }>(`/requests/${request.id}/retry`, {}),
    onSuccess: ({ request: newRequest }) => navigate(`/requests/${newRequest.id}`),
    onSettled: refresh,
  });
  const canCancel =
    !request.unknownOutcome &&
    listAllowedEvents(AI_REQUEST_STATE_MACHINE, request.status, 'editor').includes('cancel');
  const retryableItems = items.filter(
    ({ status }) => listAllowedEvents(AI_REQUEST_ITEM_STATE_MACHINE, status, 'editor').length,
  );
  return (
    <>
      {canCancel && (
        <Button
          className="btn btn-line"
          type="button"
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {words.cancel}
        </Button>
      )}
      {retryableItems.length > 0 && request.status !== 'in_progress' && (
        <Button
          className="btn btn-red"
          type="button"
          isBusy={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {words.askAgain(
            retryableItems.length,
            formatDollars((request.estimatedCost * retryableItems.length) / items.length),
          )}
        </Button>
      )}
    </>
  );
}

function Facts({ request }: { request: AiRequest }) {
  const { status, model, askedBy, createdAt, endedAt, retryOf } = request;
  const { inputTokens, outputTokens, cost, estimatedCost, unknownOutcome } = request;
  return (
    <div className={styles.facts}>
      <FactList layout="inline">
        <Fact name={words.status}>
          <span className={styles.badges}>
            <StatusBadge
              machine={AI_REQUEST_STATE_MACHINE}
              state={status}
              tones={AI_REQUEST_STATUS_TONES}
            />
            {unknownOutcome && <Badge tone="bad">{copy.unknownOutcome.label}</Badge>}
          </span>
        </Fact>
        <Fact name={words.asked}>{words.askedBy(formatDateTime(createdAt), askedBy)}</Fact>
        {endedAt && <Fact name={words.ended}>{formatDateTime(endedAt)}</Fact>}
        <Fact name={words.cost}>
          {words.costOf(formatDollars(cost), formatDollars(estimatedCost))}
        </Fact>
        <Fact name={words.tokens}>
          {words.tokensOf(
            inputTokens.toLocaleString('en-US'),
            outputTokens.toLocaleString('en-US'),
          )}
        </Fact>
        <Fact name={words.model}>{model}</Fact>
        {retryOf && (
          <Fact name={words.retryOf}>
            <Link className="link" to={`/requests/${retryOf}`}>
              {words.retryOfLink}
            </Link>
          </Fact>
        )}
      </FactList>
    </div>
  );
}

function Item({ item }: { item: AiRequestItem }) {
  const { status, subject, reason, outcomes, remarks, cost, retriedIn } = item;
  const mainOutcome = outcomes.find(({ name }) => name === subject.name);
  const otherOutcomes = outcomes.filter((outcome) => outcome !== mainOutcome);
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        {mainOutcome ? (
          <Link className="link" to={getOutcomePath(mainOutcome)}>
            <b>{subject.name}</b>
          </Link>
        ) : (
          <b>{subject.name}</b>
        )}
        <StatusBadge
          machine={AI_REQUEST_ITEM_STATE_MACHINE}
          state={status}
          tones={AI_REQUEST_ITEM_STATUS_TONES}
        />
        {cost > 0 && <span className={styles.cost}>{formatDollars(cost)}</span>}
      </div>
      {reason && <p className={styles.reason}>{reason}</p>}
      {otherOutcomes.length > 0 && (
        <ul className={styles.outcomes}>
          {otherOutcomes.map((outcome) => (
            <li key={outcome.id}>
              <Link className="link" to={getOutcomePath(outcome)}>
                {outcome.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {remarks.length > 0 && (
        <details>
          <summary>{words.checks(remarks.length)}</summary>
          <ul className={styles.remarks}>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </details>
      )}
      {retriedIn && (
        <Link className="link" to={`/requests/${retriedIn}`}>
          {words.retried}
        </Link>
      )}
    </li>
  );
}

function getOutcomePath({ kind, id }: StoredResultObject): string {
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
