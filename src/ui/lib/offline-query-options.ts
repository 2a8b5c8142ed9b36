import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/**
 * Query options that make both the readers' pages and the studio send requests even while offline, so that failures are
 * reported immediately. By default, TanStack Query pauses requests silently while the browser is offline.
 */
export const OFFLINE_QUERY_OPTIONS = {
  queries: {
    networkMode: 'always',
    // Refetching is enabled explicitly, because the network mode `always` disables it by default.
    refetchOnReconnect: true,
    /** Retries a request up to twice if the connection fails. A request that the server rejected is not retried. */
    retry: (failures: number, error: Error) =>
      failures < 2 && onlineManager.isOnline() && !(error instanceof ApiError),
  },
  mutations: { networkMode: 'always' },
} as const;
