import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/**
 * Query options for both front ends while offline: requests are sent, and their failure is reported at once. By
 * default, TanStack Query silently pauses requests while the browser is offline.
 */
export const OFFLINE_POLICY = {
  queries: {
    networkMode: 'always',
    // Enabled explicitly, because the network mode `always` disables it by default.
    refetchOnReconnect: true,
    /** Retries failed connections up to twice. An error response of the server is not retried. */
    retry: (failures: number, error: Error) =>
      failures < 2 && onlineManager.isOnline() && !(error instanceof ApiError),
  },
  mutations: { networkMode: 'always' },
} as const;
