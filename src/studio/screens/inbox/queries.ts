import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ContactMessageStatus } from '#domain/statuses/inbox-states.ts';
import type {
  InboxMessage,
  MessageCountsByStatus,
  MessageWithReplies,
} from '#domain/studio/inbox.ts';
import { studioApi } from '../../lib/studio-api.ts';

interface MessagesPage {
  messages: InboxMessage[];
  counts: MessageCountsByStatus;
  nextToken: string | null;
}

export const messagesQuery = (status: ContactMessageStatus) =>
  infiniteQueryOptions({
    queryKey: ['messages', 'list', status],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<MessagesPage>('/messages', { status, nextToken: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
  });

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['messages', id],
    queryFn: ({ signal }) => studioApi.get<MessageWithReplies>(`/messages/${id}`, {}, signal),
  });
