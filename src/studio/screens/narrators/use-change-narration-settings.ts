import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NarrationSettingsChange, NarratorsReport } from '#domain/studio/narrators.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { stopPlayback } from './playback.ts';
import { narratorsQuery } from './queries.ts';

const words = copy.narrators;

/**
 * Returns the mutation that changes the narration settings. Calls `onSaved` even if the component has been unmounted in
 * the meantime.
 */
export function useChangeNarrationSettings(onSaved?: (change: NarrationSettingsChange) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: NarrationSettingsChange) =>
      studioApi.put<NarratorsReport>('/narrators/settings', change),
    onSuccess(report, change) {
      const { engine, voices } = change;
      stopPlayback();
      queryClient.setQueryData(narratorsQuery.queryKey, report);
      onSaved?.(change);
      showToast({
        kind: 'success',
        text: engine ? words.used : voices ? words.voicesSaved : words.saved,
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: narratorsQuery.queryKey }),
  });
}
