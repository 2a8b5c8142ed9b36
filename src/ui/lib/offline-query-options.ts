import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/**
 * TanStack Query options for the readers' pages and the studio. Requests are sent even while the browser is offline, so
 * that failures are reported immediately. By default, TanStack Query silently pauses requests while the browser is
 * offline.
 */
export const OFFLINE_QUERY_OPTIONS = {
  queries: {
    networkMode: 'always',
    // Refetching on reconnect is enabled explicitly, because the network mode `always` disables it by default.
    refetchOnReconnect: true,
    /**
     * Retries a request at most twice if the connection fails while the browser is online. Does not retry a request to
     * which the server responded with an error.
     */
    retry: (failures: number, error: Error) =>
      failures < 2 && onlineManager.isOnline() && !(error instanceof ApiError),
  },
  mutations: { networkMode: 'always' },
} as const;
