import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { v4 as newId } from 'uuid';
import type {
  AiRequest,
  AiRequestItem,
  AiWriterStatus,
  NewRequest,
} from '#domain/studio/requests.ts';
import { copy } from '../copy.ts';
import { showNotice } from '../ui/notices.ts';
import { openCountsQuery } from './open-counts.ts';
import { studioApi } from './studio-api.ts';

const words = copy.requestSummary;

/** Milliseconds between two polls of unfinished requests. */
const POLL_INTERVAL = 3000;

/** The AI writer's status and the month's budget. */
export const aiWriterStatusQuery = queryOptions({
  queryKey: ['writing'],
  queryFn: ({ signal }) => studioApi.get<AiWriterStatus>('/writing', {}, signal),
});

interface RequestPage {
  requests: AiRequest[];
  nextToken: string | null;
}

/** Requests, newest first. Polled while one of them is unfinished. */
export const requestsQuery = infiniteQueryOptions({
  queryKey: ['requests'],
  queryFn: ({ pageParam, signal }) =>
    studioApi.get<RequestPage>('/requests', { nextToken: pageParam }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextToken }: RequestPage) => nextToken,
  refetchInterval: ({ state }) =>
    state.data?.pages.some((page) => page.requests.some(isRequestUnfinished))
      ? POLL_INTERVAL
      : false,
});

export interface RequestWithItems {
  request: AiRequest;
  items: AiRequestItem[];
}

/** Returns the query of a request with its items. Polled while the request is unfinished. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', id],
    queryFn: ({ signal }) => studioApi.get<RequestWithItems>(`/requests/${id}`, {}, signal),
    refetchInterval: ({ state }) =>
      state.data && isRequestUnfinished(state.data.request) ? POLL_INTERVAL : false,
  });

/** True while results of a request may still arrive, unless an editor has to decide about it first. */
export function isRequestUnfinished({ status, items, unknownOutcome }: AiRequest): boolean {
  if (unknownOutcome) return false;
  return status === 'in_progress' || status === 'canceling' || (items.pending ?? 0) > 0;
}

/**
 * Refetches the queries with these keys while a request to the AI is unfinished, and once more when it has ended,
 * because its results may change them. Returns true if a request is unfinished.
 */
export function useInvalidateWhileUnfinished(...keys: readonly string[]): boolean {
  const { data, dataUpdatedAt } = useInfiniteQuery(requestsQuery);
  const queries = useQueryClient();
  const isAwaited = data?.pages.some((page) => page.requests.some(isRequestUnfinished)) ?? false;
  const wasAwaited = useRef(isAwaited);
  const names = keys.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each poll triggers it
  useEffect(() => {
    if (isAwaited || wasAwaited.current)
      for (const key of names.split(' ')) void queries.invalidateQueries({ queryKey: [key] });
    wasAwaited.current = isAwaited;
  }, [dataUpdatedAt, isAwaited, names, queries]);
  return isAwaited;
}

/** Keys of the queries that results of the AI may change. */
const QUERIES_CHANGED_BY_AI = ['writing', 'ideas', 'reviews', 'authors', 'cadence', 'articles'];

/** Refetches the data of other screens while results of the AI arrive. */
export function useRefreshAiResults(): void {
  useInvalidateWhileUnfinished(...QUERIES_CHANGED_BY_AI);
}

/**
 * Sends a request to the AI, and refetches what it may change. If the response is lost, sending the same request again
 * uses the same idempotency key, so that it is created once.
 */
export function useSendRequest() {
  const refresh = useInvalidateAiQueries();
  const last = useRef({ asked: '', idempotencyKey: '' });
  return useMutation({
    mutationFn: (asked: NewRequest) => {
      const text = JSON.stringify(asked);
      if (last.current.asked !== text) last.current = { asked: text, idempotencyKey: newId() };
      const { idempotencyKey } = last.current;
      return studioApi.post<{ request: AiRequest }>('/requests', { ...asked, idempotencyKey });
    },
    onSuccess({ request }) {
      last.current = { asked: '', idempotencyKey: '' };
      showNotice({
        text: copy.requests.sent(formatDollars(request.estimatedCost)),
        link: { to: `/requests/${request.id}`, name: copy.requests.seeProgress },
      });
    },
    onSettled: refresh,
  });
}

/** Returns a function that refetches everything the AI may change. */
export function useInvalidateAiQueries(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      ...['requests', ...QUERIES_CHANGED_BY_AI].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
      queries.invalidateQueries({ queryKey: openCountsQuery.queryKey }),
    ]);
  };
}

/** Counts the items whose result is unusable and was not requested again. */
export function countUnusableItems({ items }: Pick<AiRequest, 'items'>): number {
  return (items.invalid ?? 0) + (items.errored ?? 0) + (items.expired ?? 0);
}

/** Returns "3 of 5 stored, 1 unusable, 1 waiting". */
export function summarizeItems({ items }: Pick<AiRequest, 'items'>): string {
  const all = Object.values(items).reduce((sum, count) => sum + (count ?? 0), 0);
  const parts = [
    words.succeeded(items.succeeded ?? 0, all),
    ...(
      [
        ['pending', words.pending],
        ['invalid', words.invalid],
        ['errored', words.errored],
        ['canceled', words.canceled],
        ['expired', words.expired],
        ['retried', words.retried],
      ] as const
    ).flatMap(([state, words]) => (items[state] ? [`${items[state]} ${words}`] : [])),
  ];
  return parts.join(', ');
}

/** Formats an amount: "$0.12". Amounts below a cent get two significant digits: "$0.004". */
export function formatDollars(amount: number): string {
  const small = amount > 0 && amount < 0.01;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...(small ? { maximumSignificantDigits: 2 } : {}),
  }).format(amount);
}
