import { onlineManager } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/**
 * The offline behavior of both front ends: they send the request and report its failure at once. By default
 * TanStack Query holds a request back in silence while the browser says that it is offline.
 */
export const OFFLINE_POLICY = {
  queries: {
    networkMode: 'always',
    // `always` would turn this off.
    refetchOnReconnect: true,
    /** Retries failures that may be transient, but not requests that the server has refused. */
    retry: (failures: number, error: Error) =>
      failures < 2 && onlineManager.isOnline() && !(error instanceof ApiError),
  },
  mutations: { networkMode: 'always' },
} as const;
