import { AI_REQUEST_ITEM_STATE_MACHINE, AI_REQUEST_STATE_MACHINE } from './ai-request-states.ts';
import { ARTICLE_STATE_MACHINE, IDEA_STATE_MACHINE } from './article-states.ts';
import { AUTHOR_STATE_MACHINE } from './author-states.ts';
import { CONTACT_MESSAGE_STATE_MACHINE, REPORT_STATE_MACHINE } from './inbox-states.ts';
import { CONCERN_STATE_MACHINE, REVIEW_STATE_MACHINE } from './review-states.ts';
import type { StateMachine } from './state-machine.ts';

/** All state machines, keyed by the name of their documentation page in `docs/states/`. */
export const STATE_MACHINES_BY_DOCS_PAGE: Readonly<Record<string, StateMachine>> = {
  'batch-requests': AI_REQUEST_STATE_MACHINE,
  'request-items': AI_REQUEST_ITEM_STATE_MACHINE,
  'article-ideas': IDEA_STATE_MACHINE,
  articles: ARTICLE_STATE_MACHINE,
  'article-reviews': REVIEW_STATE_MACHINE,
  'review-concerns': CONCERN_STATE_MACHINE,
  authors: AUTHOR_STATE_MACHINE,
  'contact-messages': CONTACT_MESSAGE_STATE_MACHINE,
  reports: REPORT_STATE_MACHINE,
};
