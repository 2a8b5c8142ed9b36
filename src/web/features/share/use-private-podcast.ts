import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NewPrivatePodcast, PrivatePodcast } from '#domain/podcast.ts';
import { ApiError, sendDelete, sendGet, sendPut } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { privatePodcastCopy as copy } from '#web/copy/private-podcast.ts';
import { useReader } from '#web/reader/session.ts';

const OFF: PrivatePodcast = { id: null, createdAt: null };
const API_PATH = '/user/podcast';

/**
 * A reader's private podcast feed. `url` is known only if the feed was created on this page, because the server sends
 * it only once.
 */
type KnownPodcast = PrivatePodcast & Partial<Pick<NewPrivatePodcast, 'url'>>;

/**
 * Returns the reader's private podcast feed (`undefined` until it is loaded), and a function that creates, replaces or
 * deletes it.
 */
export function usePrivatePodcast() {
  const queryClient = useQueryClient();
  const queryKey = ['private-podcast', useReader()?.id ?? ''];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<KnownPodcast> => {
      const podcast = await sendGet<PrivatePodcast>(API_PATH, {}, signal);
      const cached = queryClient.getQueryData<KnownPodcast>(queryKey);
      return cached?.id === podcast.id ? cached : podcast;
    },
    staleTime: 0,
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (change: 'create' | 'switchOff'): Promise<KnownPodcast> => {
      if (change === 'create')
        return sendPut<NewPrivatePodcast>(API_PATH, { replaces: data?.id ?? null });
      await sendDelete(API_PATH);
      return OFF;
    },
    onSuccess: async (podcast) => {
      // The response to a pending request for the feed would show the previous state again, so the request is canceled.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, podcast);
      showToast({ kind: 'success', text: podcast.id ? copy.created : copy.switchedOff });
    },
    onError: (error) => {
      // Status 403 means that Premium has ended, and status 409 that the feed was changed in another tab or on another
      // device.
      const isRefused = error instanceof ApiError && [403, 409].includes(error.status);
      if (!isRefused) logAndReportError(error, 'The private podcast could not be changed');
      showToast({ kind: 'error', text: isRefused ? error.message : copy.failed });
      void refetch();
    },
  });
  const change = (action: 'create' | 'switchOff') => !isPending && mutate(action);
  return { podcast: data, isError, refetch, change, pending: isPending ? variables : undefined };
}
