import { QueryClient } from '@tanstack/react-query';
import { ApiError, get, post, put, remove } from '#ui/lib/api.ts';
import { OFFLINE_POLICY } from '#ui/lib/offline-policy.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../copy.ts';

const words = copy.common;

/** What the studio asks the API, and has been told. What was refused is said, unless a screen says it itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...OFFLINE_POLICY.queries, staleTime: 15_000 },
      mutations: { ...OFFLINE_POLICY.mutations, onError: showErrorToast },
    },
  });
}

/** What was not even asked of the server: why, in words for whoever wanted it. */
export class NotSentError extends Error {
  override name = 'NotSentError';
}

/** Says why something could not be done, in the server's words where it gave any. */
export function showErrorToast(error: unknown): void {
  const text =
    error instanceof ApiError || error instanceof NotSentError ? error.message : words.failed;
  showToast({ kind: 'error', text });
}

/** The calls of the studio's own part of the API. */
export const studioApi = {
  get: <T>(path: string, query?: Parameters<typeof get>[1], signal?: AbortSignal) =>
    get<T>(`/studio${path}`, query, signal),
  post: <T>(path: string, body: unknown = {}) => post<T>(`/studio${path}`, body),
  put: <T>(path: string, body: unknown, init?: RequestInit) => put<T>(`/studio${path}`, body, init),
  remove: <T>(path: string) => remove<T>(`/studio${path}`),
};
