import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { AiRequest, AiRequestType } from '#domain/studio/ai-requests.ts';
import { copy } from '../copy.ts';
import {
  aiRequestsInfiniteQuery,
  countUnusableItems,
  mayReceiveResults,
} from '../lib/ai-requests.ts';
import { showNoticeWithLink } from '../ui/notices.ts';

/**
 * Paths of the screens that show the results of AI requests, by type of request. For other types, the request's own
 * screen shows the results.
 */
const RESULT_PATHS: Partial<Record<AiRequestType, string>> = {
  generate_authors: '/authors?status=pending_idea',
  generate_article_ideas: '/ideas',
  review_articles: '/reviews',
};

/** Shows a notice when an AI request finishes or its outcome becomes unknown, with a link to the next step. */
export function useFinishedAiRequestNotices(): void {
  const { data } = useInfiniteQuery(aiRequestsInfiniteQuery);
  const { pathname } = useLocation();
  const unfinished = useRef(new Set<string>());
  const newestId = useRef<string>(undefined);
  useEffect(() => {
    if (!data) return;
    const requests = data.pages.flatMap((page) => page.requests);
    const previousNewestId = newestId.current;
    for (const request of requests) {
      // The outcome of a request can already be unknown when the request first appears in the list. Such a request was
      // never recorded as unfinished, so it is recognized by its ID: IDs sort by creation time, so a new request has a
      // higher ID than all earlier ones.
      const isNewAndUnknown =
        request.unknownOutcome && previousNewestId !== undefined && request.id > previousNewestId;
      if (mayReceiveResults(request)) unfinished.current.add(request.id);
      else if (unfinished.current.delete(request.id) || isNewAndUnknown)
        if (!isShownBy(pathname, request)) showNoticeWithLink(createNotice(request));
    }
    newestId.current = requests[0]?.id ?? '';
  }, [data, pathname]);
}

/**
 * Returns true if the current screen already shows that the request's outcome is unknown, so that no notice is needed.
 */
function isShownBy(pathname: string, { id, unknownOutcome }: AiRequest): boolean {
  return unknownOutcome !== null && pathname.endsWith(`/requests/${id}`);
}

function createNotice(request: AiRequest) {
  const { id, type, items, unknownOutcome } = request;
  if (unknownOutcome)
    return {
      text: copy.unknownOutcome.notice,
      link: { to: `/requests/${id}`, name: copy.unknownOutcome.seeOptions },
    };
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
