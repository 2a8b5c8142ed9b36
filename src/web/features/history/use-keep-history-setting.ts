import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendGet, sendPut } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { historyCopy } from '#web/copy/history.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { useReader } from '#web/reader/session.ts';

/**
 * Returns whether the reader's history is kept (`undefined` until it is loaded), and a function that switches it. Loads
 * the state again when the reader returns to the page, since they may have switched it in another tab or on another
 * device.
 */
export function useKeepHistorySetting() {
  const reader = useReader()?.id ?? '';
  const queries = useQueryClient();
  const queryKey = ['keeps-history', reader];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => sendGet<{ keepsHistory: boolean }>('/user/history', {}, signal),
    enabled: reader !== '',
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  // A state of its own, since the mutation's state changes only after the event, and the switch would jump back until then.
  const [chosen, setChosen] = useState<{ reader: string; keepsHistory: boolean }>();
  const { mutate } = useMutation({
    // Changes with the same scope are sent one after the other, so that the last one is stored.
    scope: { id: 'keeps-history' },
    mutationFn: (keepsHistory: boolean) => sendPut('/user/history', { keepsHistory }),
    onSuccess: async (_, keepsHistory) => {
      // A request that began before the change would undo it on the page.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, { keepsHistory });
      removeCachedPersonalPayloads();
    },
    onError: (error) => {
      logAndReportError(error, 'The reading history could not be switched');
      showToast({ kind: 'error', text: historyCopy.switch.failed });
    },
  });
  const known = reader ? data?.keepsHistory : undefined;

  function setKeepsHistory(keepsHistory: boolean) {
    setChosen({ reader, keepsHistory });
    // Is called for the last change only.
    mutate(keepsHistory, { onSettled: () => setChosen(undefined) });
  }

  const current = chosen?.reader === reader ? chosen.keepsHistory : known;
  return { keepsHistory: current, isError, refetch, setKeepsHistory };
}
