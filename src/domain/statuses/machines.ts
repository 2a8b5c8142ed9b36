import { ARTICLE_STATES, IDEA_STATES } from './article-states.ts';
import { AUTHOR_STATES } from './author-states.ts';
import { CONTACT_STATES, REPORT_STATES } from './inbox-states.ts';
import { ITEM_STATES, REQUEST_STATES } from './request-states.ts';
import { CONCERN_STATES, REVIEW_STATES } from './review-states.ts';
import type { StateMachine } from './state-machine.ts';

/** All state machines, by the name of their page in `docs/states/`. */
export const STATE_MACHINES: Readonly<Record<string, StateMachine>> = {
  'batch-requests': REQUEST_STATES,
  'request-items': ITEM_STATES,
  'article-ideas': IDEA_STATES,
  articles: ARTICLE_STATES,
  'article-reviews': REVIEW_STATES,
  'review-concerns': CONCERN_STATES,
  authors: AUTHOR_STATES,
  'contact-messages': CONTACT_STATES,
  reports: REPORT_STATES,
};
