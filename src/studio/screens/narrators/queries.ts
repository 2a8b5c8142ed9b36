import { queryOptions } from '@tanstack/react-query';
import type { NarratorsReport } from '#domain/studio/narrators.ts';
import type { VoiceInstallation } from '#domain/studio/voice-installation.ts';
import { studioApi } from '../../lib/studio-api.ts';

/**
 * Refresh intervals in milliseconds. `BUSY_INTERVAL` applies while articles are being recorded, and `IDLE_INTERVAL`
 * otherwise.
 */
const [BUSY_INTERVAL, IDLE_INTERVAL] = [2000, 15_000];

export const narratorsQuery = queryOptions({
  queryKey: ['narrators'],
  queryFn: ({ signal }) => studioApi.get<NarratorsReport>('/narrators', {}, signal),
  refetchInterval: ({ state: { data } }) => (data?.active.length ? BUSY_INTERVAL : IDLE_INTERVAL),
});

/** Refresh interval in milliseconds while voices are being installed. */
const INSTALLATION_INTERVAL = 1000;

export const voiceInstallationQuery = queryOptions({
  queryKey: ['narrators', 'installation'],
  queryFn: ({ signal }) => studioApi.get<VoiceInstallation>('/narrators/installation', {}, signal),
  refetchInterval: ({ state: { data } }) =>
    data?.state === 'running' ? INSTALLATION_INTERVAL : IDLE_INTERVAL,
});
