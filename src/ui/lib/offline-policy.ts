import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/**
 * Query options with which both front ends send requests even while offline, and report their failure immediately. By
 * default, TanStack Query silently pauses requests while the browser is offline.
 */
export const OFFLINE_POLICY = {
  queries: {
    networkMode: 'always',
    // Refetching is enabled explicitly, because the network mode `always` disables it by default.
    refetchOnReconnect: true,
    /** Retries failed connections up to twice. An error response of the server is not retried. */
    retry: (failures: number, error: Error) =>
      failures < 2 && onlineManager.isOnline() && !(error instanceof ApiError),
  },
  mutations: { networkMode: 'always' },
} as const;
