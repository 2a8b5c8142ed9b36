import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { v4 as newId } from 'uuid';
import type {
  AiRequest,
  AiRequestEstimate,
  AiRequestItem,
  AiWriterStatus,
  NewAiRequest,
} from '#domain/studio/ai-requests.ts';
import { formatDollars } from '#domain/studio/format-dollars.ts';
import { ApiError } from '#ui/lib/api.ts';
import { copy } from '../copy.ts';
import { showNoticeWithLink } from '../ui/notices.ts';
import { studioApi } from './studio-api.ts';
import { waitingEntryCountsQuery } from './waiting-entry-counts.ts';

const words = copy.requestSummary;

/** Polling interval in milliseconds while an AI request can still receive results. */
const POLL_INTERVAL = 3000;

/** Query for the AI service's status and the current month's budget. */
export const aiWriterStatusQuery = queryOptions({
  queryKey: ['writing'],
  queryFn: ({ signal }) => studioApi.get<AiWriterStatus>('/writing', {}, signal),
});

interface RequestPage {
  requests: AiRequest[];
  nextToken: string | null;
}

/** Query for all AI requests, newest first. It polls while any request can still receive results. */
export const aiRequestsInfiniteQuery = infiniteQueryOptions({
  queryKey: ['requests'],
  queryFn: ({ pageParam, signal }) =>
    studioApi.get<RequestPage>('/requests', { nextToken: pageParam }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextToken }: RequestPage) => nextToken,
  refetchInterval: ({ state }) =>
    state.data?.pages.some((page) => page.requests.some(mayReceiveResults)) ? POLL_INTERVAL : false,
});

export interface AiRequestWithItems {
  request: AiRequest;
  items: AiRequestItem[];
}

/** Returns the query for an AI request with its items. The query polls while the request can still receive results. */
export const aiRequestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', id],
    queryFn: ({ signal }) => studioApi.get<AiRequestWithItems>(`/requests/${id}`, {}, signal),
    refetchInterval: ({ state }) =>
      state.data && mayReceiveResults(state.data.request) ? POLL_INTERVAL : false,
  });

/**
 * Returns true if an AI request can still receive results. Returns false while the request's outcome is unknown,
 * because the request then waits for an editor's decision.
 */
export function mayReceiveResults({ status, items, unknownOutcome }: AiRequest): boolean {
  if (unknownOutcome) return false;
  return status === 'in_progress' || status === 'canceling' || (items.pending ?? 0) > 0;
}

/**
 * Refetches the queries with the given keys while any AI request can still receive results, because the results may
 * change the data. Refetches them one last time once no request can receive results any more.
 */
export function useRefetchDuringAiRequests(...keys: readonly string[]): void {
  const { data, dataUpdatedAt } = useInfiniteQuery(aiRequestsInfiniteQuery);
  const queryClient = useQueryClient();
  const isAwaited = data?.pages.some((page) => page.requests.some(mayReceiveResults)) ?? false;
  const wasAwaited = useRef(isAwaited);
  const joinedKeys = keys.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs after each poll
  useEffect(() => {
    if (isAwaited || wasAwaited.current)
      for (const key of joinedKeys.split(' '))
        void queryClient.invalidateQueries({ queryKey: [key] });
    wasAwaited.current = isAwaited;
  }, [dataUpdatedAt, isAwaited, joinedKeys, queryClient]);
}

/** Keys of the queries whose data may change when an AI request receives results. */
const QUERIES_CHANGED_BY_AI = ['writing', 'ideas', 'reviews', 'authors', 'cadence', 'articles'];

/** Refetches {@link QUERIES_CHANGED_BY_AI} while any AI request can still receive results. */
export function useRefetchAllDuringAiRequests(): void {
  useRefetchDuringAiRequests(...QUERIES_CHANGED_BY_AI);
}

/** The price of an AI request, or the reason why the price is unknown. */
export type AiRequestPriceState =
  /** The request has no items yet, so it has no price. */
  | { kind: 'none' }
  | { kind: 'loading' }
  | {
      kind: 'known';
      estimate: Pick<AiRequestEstimate, 'estimatedCost' | 'maxCost' | 'isWithinBudget'>;
    }
  | { kind: 'failed'; message: string };

/** Returns the estimated price of an AI request, without sending the request to the AI service. */
export function useAiRequestPrice(request: NewAiRequest | undefined): AiRequestPriceState {
  const { data, error } = useQuery({
    queryKey: ['estimate', request],
    queryFn: () => studioApi.post<AiRequestEstimate>('/requests/estimate', request),
    enabled: request !== undefined,
    retry: false,
  });
  if (!request) return { kind: 'none' };
  return toAiRequestPriceState(data, error);
}

/** Converts a cost estimate, or the error that occurred while loading it, to an {@link AiRequestPriceState}. */
export function toAiRequestPriceState(
  estimate: Pick<AiRequestEstimate, 'estimatedCost' | 'maxCost' | 'isWithinBudget'> | undefined,
  error: Error | null,
): AiRequestPriceState {
  if (estimate) return { kind: 'known', estimate };
  if (!error) return { kind: 'loading' };
  return {
    kind: 'failed',
    message: error instanceof ApiError ? error.message : copy.common.offline,
  };
}

/** Describes the price of an AI request as a sentence. */
export function describeAiRequestPrice(price: AiRequestPriceState): string {
  switch (price.kind) {
    case 'none':
      return copy.price.choose;
    case 'loading':
      return copy.price.loading;
    case 'failed':
      return price.message;
    case 'known': {
      const { estimatedCost, maxCost, isWithinBudget } = price.estimate;
      return isWithinBudget
        ? copy.price.known(formatDollars(estimatedCost), formatDollars(maxCost))
        : copy.price.overBudget(formatDollars(maxCost));
    }
  }
}

/** Returns the reason why an AI request with this price cannot be sent, or `undefined` if it can be sent. */
export function explainSendObstacle(price: AiRequestPriceState): string | undefined {
  if (price.kind === 'known' && price.estimate.isWithinBudget) return undefined;
  return describeAiRequestPrice(price);
}

/** Formats a price, or the given share of it, as "about $0.02". Returns `undefined` while the price is unknown. */
export function formatApproximatePrice(price: AiRequestPriceState, share = 1): string | undefined {
  return price.kind === 'known'
    ? copy.price.about(formatDollars(price.estimate.estimatedCost * share))
    : undefined;
}

/**
 * Returns a mutation that sends an AI request and refetches the queries that the request may change. If the response is
 * lost and the editor sends the same request again, the idempotency key stays the same, so the server creates only one
 * request.
 */
export function useSendAiRequest() {
  const refresh = useRefetchAiQueries();
  const lastAttempt = useRef({ body: '', idempotencyKey: '' });
  return useMutation({
    mutationFn: (newRequest: NewAiRequest) => {
      const body = JSON.stringify(newRequest);
      if (lastAttempt.current.body !== body)
        lastAttempt.current = { body, idempotencyKey: newId() };
      const { idempotencyKey } = lastAttempt.current;
      return studioApi.post<{ request: AiRequest }>('/requests', { ...newRequest, idempotencyKey });
    },
    onSuccess({ request }) {
      lastAttempt.current = { body: '', idempotencyKey: '' };
      showNoticeWithLink({
        text: copy.requests.sent(formatDollars(request.estimatedCost)),
        link: { to: `/requests/${request.id}`, name: copy.requests.seeProgress },
      });
    },
    onSettled: refresh,
  });
}

/** Returns a function that refetches all queries that AI requests may change. */
export function useRefetchAiQueries(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      ...['requests', ...QUERIES_CHANGED_BY_AI].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
      queryClient.invalidateQueries({ queryKey: waitingEntryCountsQuery.queryKey }),
    ]);
  };
}

/**
 * Returns how many items of an AI request are invalid, failed or expired. Canceled items and items
 * that were requested again are not counted.
 */
export function countUnusableItems({ items }: Pick<AiRequest, 'items'>): number {
  return (items.invalid ?? 0) + (items.errored ?? 0) + (items.expired ?? 0);
}

/** Summarizes the items of an AI request, as in "3 of 5 stored, 1 unusable, 1 waiting". */
export function summarizeAiRequestItems({ items }: Pick<AiRequest, 'items'>): string {
  const total = Object.values(items).reduce((sum, count) => sum + (count ?? 0), 0);
  const parts = [
    words.succeeded(items.succeeded ?? 0, total),
    ...(
      [
        ['pending', words.pending],
        ['invalid', words.invalid],
        ['errored', words.errored],
        ['canceled', words.canceled],
        ['expired', words.expired],
        ['retried', words.retried],
      ] as const
    ).flatMap(([state, label]) => (items[state] ? [`${items[state]} ${label}`] : [])),
  ];
  return parts.join(', ');
}
