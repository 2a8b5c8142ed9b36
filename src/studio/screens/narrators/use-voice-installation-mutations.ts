import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VoiceInstallation } from '#domain/studio/voice-installation.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { voiceInstallationQuery } from './queries.ts';

const INSTALLATION_PATH = '/narrators/installation';

/** Returns the mutations that start and cancel the installation of natural voices. */
export function useVoiceInstallationMutations() {
  const queryClient = useQueryClient();
  const options = {
    onSuccess: (installation: VoiceInstallation) =>
      queryClient.setQueryData(voiceInstallationQuery.queryKey, installation),
    // The status is refetched even after an error, because another editor has probably started or canceled the
    // installation.
    onSettled: () => queryClient.invalidateQueries({ queryKey: voiceInstallationQuery.queryKey }),
  };
  const cancel = useMutation({
    mutationFn: () => studioApi.remove<VoiceInstallation>(INSTALLATION_PATH),
    ...options,
  });
  const start = useMutation({
    mutationFn: () => studioApi.post<VoiceInstallation>(INSTALLATION_PATH),
    onMutate: () => cancel.reset(),
    ...options,
  });
  return { start, cancel };
}
