import { QueryClient } from '@tanstack/react-query';
import { ApiError, sendDelete, sendGet, sendPost, sendPostForFile, sendPut } from '#ui/lib/api.ts';
import { OFFLINE_QUERY_OPTIONS } from '#ui/lib/offline-query-options.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../copy.ts';

const words = copy.common;

/**
 * Creates the studio's query client. A failed mutation shows a toast unless it defines `onError`.
 */
export function createStudioQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { ...OFFLINE_QUERY_OPTIONS.queries, staleTime: 15_000 },
      mutations: { ...OFFLINE_QUERY_OPTIONS.mutations, onError: showErrorToast },
    },
  });
}

/**
 * Thrown if an action is not sent because unsaved text could not be saved first. The message is
 * shown to the user.
 */
export class ActionBlockedByUnsavedTextError extends Error {
  override name = 'ActionBlockedByUnsavedTextError';
}

/** Shows a toast about a failed action. The toast contains the error's message if it is meant for users. */
export function showErrorToast(error: unknown): void {
  const text =
    error instanceof ApiError || error instanceof ActionBlockedByUnsavedTextError
      ? error.message
      : words.failed;
  showToast({ kind: 'error', text });
}

/** Functions that call the API endpoints of the studio. Paths are relative to `/studio`. */
export const studioApi = {
  get: <T>(path: string, query?: Parameters<typeof sendGet>[1], signal?: AbortSignal) =>
    sendGet<T>(`/studio${path}`, query, signal),
  post: <T>(path: string, body: unknown = {}) => sendPost<T>(`/studio${path}`, body),
  /** Sends a POST request whose response is a file. */
  postForFile: (path: string, body: unknown, signal: AbortSignal) =>
    sendPostForFile(`/studio${path}`, body, signal),
  put: <T>(path: string, body: unknown, init?: RequestInit) =>
    sendPut<T>(`/studio${path}`, body, init),
  remove: <T>(path: string) => sendDelete<T>(`/studio${path}`),
};
