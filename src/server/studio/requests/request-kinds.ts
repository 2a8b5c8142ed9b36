import type { RequestType } from '#domain/studio/requests.ts';
import { ARTICLE_REQUESTS } from '#server/studio/drafting/article-requests.ts';
import { IDEA_REQUESTS } from '#server/studio/ideas/idea-requests.ts';
import { PERSONA_REQUESTS } from '#server/studio/personas/persona-requests.ts';
import type { RequestKind } from '#server/studio/request-store/request-kind.ts';
import { IMPROVEMENT_REQUESTS } from '#server/studio/reviews/improvement-requests.ts';
import { REVIEW_REQUESTS } from '#server/studio/reviews/review-requests.ts';

/** The implementation of each type of AI request. */
export const REQUEST_KINDS: Readonly<Record<RequestType, RequestKind>> = {
  generate_authors: PERSONA_REQUESTS,
  generate_article_ideas: IDEA_REQUESTS,
  generate_articles: ARTICLE_REQUESTS,
  review_articles: REVIEW_REQUESTS,
  improve_articles: IMPROVEMENT_REQUESTS,
};
