import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AiRequest, RequestType } from '#domain/studio/requests.ts';
import { copy } from '../copy.ts';
import { countUnusableItems, isRequestUnfinished, requestsQuery } from '../lib/ai-requests.ts';
import { showNotice } from '../ui/notices.ts';

/** Screens that show the results of a request, by type. Others are shown by the request itself. */
const RESULT_PATHS: Partial<Record<RequestType, string>> = {
  generate_authors: '/authors?status=pending_idea',
  generate_article_ideas: '/ideas',
  review_articles: '/reviews',
};

/** Shows a notice when an unfinished request has ended, with a link to its results. */
export function useRequestEndNotices(): void {
  const { data } = useInfiniteQuery(requestsQuery);
  const underWay = useRef(new Set<string>());
  useEffect(() => {
    for (const request of data?.pages.flatMap((page) => page.requests) ?? [])
      if (isRequestUnfinished(request)) underWay.current.add(request.id);
      else if (underWay.current.delete(request.id)) showNotice(createNotice(request));
  }, [data]);
}

function createNotice(request: AiRequest) {
  const { id, type, items } = request;
  const succeeded = items.succeeded ?? 0;
  if (!succeeded || countUnusableItems(request))
    return {
      text: copy.requests.endedBadly(succeeded, countUnusableItems(request)),
      link: { to: `/requests/${id}`, name: copy.requests.seeWhy },
    };
  return {
    text: copy.requests.ready[type],
    link: { to: RESULT_PATHS[type] ?? `/requests/${id}`, name: copy.requests.seeReady[type] },
  };
}
