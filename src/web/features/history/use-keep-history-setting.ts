import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendGet, sendPut } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { historyCopy } from '#web/copy/history.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { useReader } from '#web/reader/session.ts';

/**
 * Returns whether the reading history is switched on (`undefined` until this is loaded), and a function that switches
 * it on or off. Loads the setting again when the reader returns to the page, because it may have been changed in
 * another tab or on another device.
 */
export function useKeepHistorySetting() {
  const reader = useReader()?.id ?? '';
  const queryClient = useQueryClient();
  const queryKey = ['keeps-history', reader];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => sendGet<{ keepsHistory: boolean }>('/user/history', {}, signal),
    enabled: reader !== '',
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  // The new choice is kept in component state, because the state of React Query's mutation changes only after the click
  // event. Otherwise, the switch would briefly jump back.
  const [pendingChoice, setPendingChoice] = useState<{ reader: string; keepsHistory: boolean }>();
  const { mutate } = useMutation({
    // React Query runs mutations with the same scope one after the other, so the last change wins.
    scope: { id: 'keeps-history' },
    mutationFn: (keepsHistory: boolean) => sendPut('/user/history', { keepsHistory }),
    onSuccess: async (_, keepsHistory) => {
      // A pending request could still return the previous setting, so it is canceled.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, { keepsHistory });
      removeCachedPersonalPayloads();
    },
    onError: (error) => {
      logAndReportError(error, 'The reading history could not be switched');
      showToast({ kind: 'error', text: historyCopy.switch.failed });
    },
  });
  const stored = reader ? data?.keepsHistory : undefined;

  function setKeepsHistory(keepsHistory: boolean) {
    setPendingChoice({ reader, keepsHistory });
    // If there are several changes, React Query calls `onSettled` only for the last one.
    mutate(keepsHistory, { onSettled: () => setPendingChoice(undefined) });
  }

  const current = pendingChoice?.reader === reader ? pendingChoice.keepsHistory : stored;
  return { keepsHistory: current, isError, refetch, setKeepsHistory };
}
