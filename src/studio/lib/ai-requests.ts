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

/** Milliseconds between looks at what the AI is at. */
const POLL_INTERVAL = 3000;

/** Who writes, and what may still be spent this month. */
export const aiWriterStatusQuery = queryOptions({
  queryKey: ['writing'],
  queryFn: ({ signal }) => studioApi.get<AiWriterStatus>('/writing', {}, signal),
});

interface RequestPage {
  requests: AiRequest[];
  nextToken: string | null;
}

/** Requests, newest first; looked at again while one is under way. */
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

/** A request with its items; looked at again while it is under way. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', id],
    queryFn: ({ signal }) => studioApi.get<RequestWithItems>(`/requests/${id}`, {}, signal),
    refetchInterval: ({ state }) =>
      state.data && isRequestUnfinished(state.data.request) ? POLL_INTERVAL : false,
  });

/** Whether something is still to come of a request. */
export function isRequestUnfinished({ status, items }: AiRequest): boolean {
  return status === 'in_progress' || status === 'canceling' || (items.pending ?? 0) > 0;
}

/**
 * Looks what these keys name up anew while something is under way, and once more when it has ended: it may have changed
 * them. Whether something is.
 */
export function useInvalidateWhileUnfinished(...keys: readonly string[]): boolean {
  const { data, dataUpdatedAt } = useInfiniteQuery(requestsQuery);
  const queries = useQueryClient();
  const isAwaited = data?.pages.some((page) => page.requests.some(isRequestUnfinished)) ?? false;
  const wasAwaited = useRef(isAwaited);
  const names = keys.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look at the requests is a reason
  useEffect(() => {
    if (isAwaited || wasAwaited.current)
      for (const key of names.split(' ')) void queries.invalidateQueries({ queryKey: [key] });
    wasAwaited.current = isAwaited;
  }, [dataUpdatedAt, isAwaited, names, queries]);
  return isAwaited;
}

/** What answers of the AI may change. */
const QUERIES_CHANGED_BY_AI = ['writing', 'ideas', 'reviews', 'authors', 'cadence', 'articles'];

/** Has other screens look anew at what answers change that come in while these requests are on show. */
export function useRefreshAiResults(): void {
  useInvalidateWhileUnfinished(...QUERIES_CHANGED_BY_AI);
}

/**
 * Asks the AI for something. What waits, is written or reviewed may be another afterwards. Asked for once more because no
 * response came, it is the same request, and made once.
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

/** Has everything that the AI's writing changes looked up anew. */
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

/** How many answers cannot be used, and were not asked for again. */
export function countUnusableItems({ items }: Pick<AiRequest, 'items'>): number {
  return (items.invalid ?? 0) + (items.errored ?? 0) + (items.expired ?? 0);
}

/** "3 of 5 stored, 1 unusable, 1 waiting". */
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

/** "$0.12", "$0.004": two figures of what costs less than a cent. */
export function formatDollars(amount: number): string {
  const small = amount > 0 && amount < 0.01;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...(small ? { maximumSignificantDigits: 2 } : {}),
  }).format(amount);
}
