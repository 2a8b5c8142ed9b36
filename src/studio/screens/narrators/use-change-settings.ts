import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NarratorSettingsChange, NarratorsReport } from '#domain/studio/narrators.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { stopPlayback } from './playback.ts';
import { narratorsQuery } from './queries.ts';

const words = copy.narrators;

/** Returns the mutation that changes the settings of narrations. */
export function useChangeSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: NarratorSettingsChange) =>
      studioApi.put<NarratorsReport>('/narrators/settings', change),
    onSuccess(report, { engine, voices }) {
      stopPlayback();
      queries.setQueryData(narratorsQuery.queryKey, report);
      showToast({
        kind: 'success',
        text: engine ? words.used : voices ? words.voicesSaved : words.saved,
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: narratorsQuery.queryKey }),
  });
}
