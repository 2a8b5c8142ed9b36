import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AiRequest, RequestType } from '#domain/studio/requests.ts';
import { copy } from '../copy.ts';
import { isUnderWay, requestsQuery, troublesOf } from '../lib/writing.ts';
import { notify } from '../ui/notices.ts';

/** Where the answers of a request are looked at; absent: in the request itself. */
const NEXT: Partial<Record<RequestType, string>> = {
  generate_authors: '/authors?status=pending_idea',
  generate_article_ideas: '/ideas',
  review_articles: '/reviews',
};

/** Tells the editor when a request that was under way has ended, with a link to its answers. */
export function useEndedRequests(): void {
  const { data } = useInfiniteQuery(requestsQuery);
  const underWay = useRef(new Set<string>());
  useEffect(() => {
    for (const request of data?.pages.flatMap((page) => page.requests) ?? [])
      if (isUnderWay(request)) underWay.current.add(request.id);
      else if (underWay.current.delete(request.id)) notify(noticeOf(request));
  }, [data]);
}

function noticeOf(request: AiRequest) {
  const { id, type, items } = request;
  const succeeded = items.succeeded ?? 0;
  if (!succeeded || troublesOf(request))
    return {
      text: copy.requests.endedBadly(succeeded, troublesOf(request)),
      link: { to: `/requests/${id}`, name: copy.requests.seeWhy },
    };
  return {
    text: copy.requests.ready[type],
    link: { to: NEXT[type] ?? `/requests/${id}`, name: copy.requests.seeReady[type] },
  };
}
