import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WeeklyLetterSetting } from '#domain/letter.ts';
import { ApiError, sendDelete, sendGet, sendPut } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { letterCopy } from '#web/copy/letter.ts';
import { useReader } from '#web/reader/session.ts';

const OFF: WeeklyLetterSetting = { status: 'off', timeZone: null };

/**
 * Returns the reader's setting for the weekly email (`undefined` until it is loaded). Also returns functions that
 * switch it on and off, and that send the confirmation link again. Loads the setting again when the reader returns to
 * the page, because the link may have been opened in another tab or on another device.
 */
export function useLetterSetting() {
  const reader = useReader();
  const id = reader?.id ?? '';
  const queryClient = useQueryClient();
  const queryKey = ['letter', id];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => sendGet<WeeklyLetterSetting>('/user/letter', {}, signal),
    enabled: id !== '',
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
  // The new choice is kept in component state, because the state of React Query's mutation changes only after the click
  // event. Otherwise, the switch would briefly jump back.
  const [pendingChoice, setPendingChoice] = useState<{ reader: string; isOn: boolean }>();
  const { mutate, isPending } = useMutation({
    // React Query runs mutations with the same scope one after the other, so the last change wins.
    scope: { id: 'letter' },
    mutationFn: async (isOn: boolean) => {
      if (isOn) return sendPut<WeeklyLetterSetting>('/user/letter', { timeZone: readTimeZone() });
      await sendDelete('/user/letter');
      return OFF;
    },
    onSuccess: async (setting) => {
      // A pending request could still return the previous setting, so it is canceled.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, setting);
    },
    onError: (error) => {
      const isLimit = error instanceof ApiError && error.status === 429;
      if (!isLimit) logAndReportError(error, 'The weekly letter could not be switched');
      const text = isLimit ? error.message : letterCopy.failed;
      showToast({ kind: isLimit ? 'warning' : 'error', text });
    },
  });

  function switchLetter(isOn: boolean) {
    setPendingChoice({ reader: id, isOn });
    // If there are several changes, React Query calls `onSettled` only for the last one.
    mutate(isOn, { onSettled: () => setPendingChoice(undefined) });
  }

  function sendAgain() {
    const onSuccess = () => showToast({ kind: 'success', text: letterCopy.sentAgain });
    if (!isPending) mutate(true, { onSuccess });
  }

  const setting = id ? data : undefined;
  const isStoredOn = setting && (setting.status === 'on' || setting.status === 'pending');
  const isOn = pendingChoice?.reader === id ? pendingChoice.isOn : isStoredOn;
  const state = { email: reader?.email ?? '', setting, isOn, isPending, isError };
  return { ...state, refetch, switchLetter, sendAgain };
}

function readTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
