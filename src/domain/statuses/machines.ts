import { type EventOf, type StateMachine, type StateOf, stateMachine } from './state-machine.ts';

/**
 * Statuses of a request to the AI service (spec 4, "Batch AI request status"). `in_progress`, `canceling` and
 * `ended` are statuses of the service; Octavo adds `failed` and `expired`.
 */
export const REQUEST_STATES = stateMachine({
  subject: 'request',
  states: {
    in_progress: {
      label: 'In progress',
      meaning: 'It is being sent to the service, or processed there.',
    },
    canceling: {
      label: 'Canceling',
      meaning: 'It is being canceled. Results that arrive before that are stored.',
    },
    ended: { label: 'Ended', meaning: 'All its results have arrived, usable or not.' },
    failed: {
      label: 'Failed',
      meaning: 'The service rejected it, its results were not available, or an editor gave it up.',
    },
    expired: {
      label: 'Expired',
      meaning: 'The service did not finish within a day. Results that arrived are stored.',
    },
  },
  initial: ['in_progress'],
  transitions: [
    {
      event: 'cancel',
      from: ['in_progress'],
      to: 'canceling',
      by: ['editor', 'administrator'],
      effect: 'The service is asked to cancel it.',
    },
    {
      event: 'end',
      from: ['in_progress', 'canceling'],
      to: 'ended',
      by: ['service'],
      effect: 'Its results are checked and stored, one by one.',
    },
    {
      event: 'fail',
      from: ['in_progress', 'canceling'],
      to: 'failed',
      by: ['service', 'job'],
      effect: 'Its items can be requested again.',
    },
    {
      event: 'giveUp',
      from: ['in_progress', 'canceling'],
      to: 'failed',
      by: ['editor', 'administrator'],
      effect:
        'Only while its outcome is unknown. Its items can be requested again, and its greatest cost stays counted.',
    },
    {
      event: 'expire',
      from: ['in_progress', 'canceling'],
      to: 'expired',
      by: ['service', 'job'],
      effect: 'Items without a result can be requested again.',
    },
  ],
});
export type RequestStatus = StateOf<typeof REQUEST_STATES>;

/** Internal names of the statuses of AI requests (spec 4). */
export const INTERNAL_REQUEST_STATUSES: Readonly<Record<RequestStatus, string>> = {
  in_progress: 'PROCESSING',
  ended: 'COMPLETED',
  canceling: 'CANCELLED',
  failed: 'FAILED',
  expired: 'EXPIRED',
};

/**
 * Statuses of an item of an AI request. The spec does not define any; these correspond to the service's
 * result types.
 */
export const ITEM_STATES = stateMachine({
  subject: 'answer',
  states: {
    pending: { label: 'Waiting', meaning: 'There is no result yet.' },
    succeeded: { label: 'Stored', meaning: 'The result is valid and was stored.' },
    invalid: {
      label: 'Unusable',
      meaning: 'The result does not meet the requirements.',
    },
    errored: { label: 'Refused', meaning: 'The service returned an error.' },
    canceled: { label: 'Canceled', meaning: 'It was canceled before there was a result.' },
    expired: { label: 'Expired', meaning: 'There was no result in time.' },
    retried: { label: 'Asked again', meaning: 'Another request contains it.' },
  },
  initial: ['pending'],
  transitions: [
    {
      event: 'succeed',
      from: ['pending'],
      to: 'succeeded',
      by: ['service'],
      effect: 'Its result is stored in the same transaction.',
    },
    {
      event: 'refuse',
      from: ['pending'],
      to: 'invalid',
      by: ['job'],
      effect: 'It is shown with its reason.',
    },
    {
      event: 'err',
      from: ['pending'],
      to: 'errored',
      by: ['service', 'job'],
      effect: 'It is shown with its reason.',
    },
    {
      event: 'cancel',
      from: ['pending'],
      to: 'canceled',
      by: ['service'],
      effect: 'Its subject can be requested again.',
    },
    {
      event: 'expire',
      from: ['pending'],
      to: 'expired',
      by: ['service', 'job'],
      effect: 'Its subject can be requested again.',
    },
    {
      event: 'retry',
      from: ['invalid', 'errored', 'canceled', 'expired'],
      to: 'retried',
      by: ['editor', 'administrator'],
      effect: 'A new request contains these items only.',
    },
  ],
});
export type ItemStatus = StateOf<typeof ITEM_STATES>;

/** Statuses of an article idea (spec 4, "Article idea status"). */
export const IDEA_STATES = stateMachine({
  subject: 'idea',
  states: {
    pending: { label: 'Pending', meaning: 'It waits for an editor to request its article.' },
    generating: { label: 'Being written', meaning: 'Its article was requested from the AI.' },
    generated: { label: 'Written', meaning: 'Its article exists.' },
  },
  initial: ['pending'],
  transitions: [
    {
      event: 'write',
      from: ['pending'],
      to: 'generating',
      by: ['editor', 'administrator', 'job'],
      effect: 'Its article and claims are requested.',
    },
    {
      event: 'deliver',
      from: ['generating'],
      to: 'generated',
      by: ['service'],
      effect: 'The article is created as a draft with its claims.',
    },
    {
      event: 'release',
      from: ['generating'],
      to: 'pending',
      by: ['service', 'job'],
      effect: 'It can be written again.',
    },
  ],
});
export type IdeaStatus = StateOf<typeof IDEA_STATES>;

/** Statuses of an article (spec 4, "Article status"). */
export const ARTICLE_STATES = stateMachine({
  subject: 'article',
  states: {
    draft: { label: 'Draft', meaning: 'It is being written.' },
    ai_review: {
      label: 'AI review',
      meaning: 'The AI checks it against its claims, or an editor decides about the concerns.',
    },
    human_review: {
      label: 'Human review',
      meaning: 'A person reads it. From here it is published or scheduled.',
    },
    published: { label: 'Published', meaning: 'Readers can read it.' },
    archived: {
      label: 'Archived',
      meaning: 'Its URL responds that it is gone. An article that was never published is put away.',
    },
  },
  initial: ['draft'],
  transitions: [
    {
      event: 'review',
      from: ['draft'],
      to: 'ai_review',
      by: ['editor', 'administrator', 'job'],
      effect: 'A review is requested.',
    },
    {
      event: 'accept',
      from: ['draft', 'ai_review'],
      to: 'human_review',
      by: ['editor', 'administrator'],
      effect: 'A person reads it, once the AI’s concerns are decided or left open on purpose.',
    },
    {
      event: 'rework',
      from: ['ai_review', 'human_review'],
      to: 'draft',
      by: ['editor', 'administrator', 'service'],
      effect: 'Its schedule is canceled.',
    },
    {
      event: 'publish',
      from: ['human_review'],
      to: 'published',
      by: ['editor', 'administrator', 'job'],
      effect:
        'It appears in lists and search, and is narrated. It says that a person read it if an editor confirms that.',
    },
    {
      event: 'publish',
      from: ['ai_review', 'draft'],
      to: 'published',
      by: ['editor', 'administrator'],
      effect: 'As from human review.',
    },
    {
      event: 'archive',
      from: ['published', 'human_review', 'ai_review', 'draft'],
      to: 'archived',
      by: ['editor', 'administrator', 'job'],
      effect:
        'It is removed from lists, search, caches and the sitemap. If it was never published, its subject is free again.',
    },
    {
      event: 'restore',
      from: ['archived'],
      to: 'published',
      by: ['editor', 'administrator', 'job'],
      effect:
        'It is published again at its URL. Not possible for an article that was never published.',
    },
    {
      event: 'resume',
      from: ['archived'],
      to: 'draft',
      by: ['editor', 'administrator'],
      effect:
        'It is edited again. Not possible for an article that was published, which is restored instead.',
    },
  ],
});
export type ArticleStatus = StateOf<typeof ARTICLE_STATES>;
export type ArticleEvent = EventOf<typeof ARTICLE_STATES>;

/** Statuses of an AI review (spec 4, "AI article review status"). */
export const REVIEW_STATES = stateMachine({
  subject: 'review',
  states: {
    pending: {
      label: 'Pending',
      meaning: 'The AI is writing it, or its concerns wait for an editor.',
    },
    concerns_addressed: {
      label: 'Concerns addressed',
      meaning: 'Every concern is decided.',
    },
    accepted: {
      label: 'Accepted',
      meaning: 'An editor accepted it: the article goes to human review.',
    },
    rejected: {
      label: 'Rejected',
      meaning: 'An editor rejected it: the article becomes a draft again.',
    },
  },
  initial: ['pending'],
  transitions: [
    {
      event: 'address',
      from: ['pending'],
      to: 'concerns_addressed',
      by: ['editor', 'administrator', 'service'],
      effect: 'The article can be accepted.',
    },
    {
      event: 'reopen',
      from: ['concerns_addressed'],
      to: 'pending',
      by: ['editor', 'administrator'],
      effect: 'A concern is open again.',
    },
    {
      event: 'accept',
      from: ['pending', 'concerns_addressed'],
      to: 'accepted',
      by: ['editor', 'administrator'],
      effect: 'The article goes to human review. A review with open concerns cannot be accepted.',
    },
    {
      event: 'reject',
      from: ['pending', 'concerns_addressed'],
      to: 'rejected',
      by: ['editor', 'administrator'],
      effect: 'The article becomes a draft again.',
    },
  ],
});
export type ReviewStatus = StateOf<typeof REVIEW_STATES>;

/** Statuses of a review concern (spec 4, "Review concern status"). */
export const CONCERN_STATES = stateMachine({
  subject: 'concern',
  states: {
    pending_action: { label: 'To decide', meaning: 'It waits for an editor’s decision.' },
    ignored: { label: 'Ignored', meaning: 'An editor decided that nothing needs to change.' },
    human_addressed: { label: 'Edited', meaning: 'An editor changed the text.' },
    ai_improved: { label: 'Improved', meaning: 'The AI changed the text at an editor’s request.' },
  },
  initial: ['pending_action'],
  transitions: [
    {
      event: 'ignore',
      from: ['pending_action'],
      to: 'ignored',
      by: ['editor', 'administrator'],
      effect: 'The text stays.',
    },
    {
      event: 'edit',
      from: ['pending_action'],
      to: 'human_addressed',
      by: ['editor', 'administrator'],
      effect: 'The editor’s text replaces the passage.',
    },
    {
      event: 'improve',
      from: ['pending_action'],
      to: 'ai_improved',
      by: ['service'],
      effect: 'The AI’s text replaces the passage if it has not changed.',
    },
    {
      event: 'reopen',
      from: ['ignored', 'human_addressed', 'ai_improved'],
      to: 'pending_action',
      by: ['editor', 'administrator'],
      effect: 'It waits for a decision again.',
    },
  ],
});
export type ConcernStatus = StateOf<typeof CONCERN_STATES>;

/** Statuses of an author (spec 4, "Author status"). */
export const AUTHOR_STATES = stateMachine({
  subject: 'author',
  states: {
    pending_idea: {
      label: 'Proposed',
      meaning: 'The AI proposed the persona. Readers do not see it.',
    },
    active: { label: 'Active', meaning: 'It writes, and readers can follow it.' },
    inactive: { label: 'Inactive', meaning: 'It no longer writes and is hidden from readers.' },
  },
  initial: ['pending_idea', 'active'],
  transitions: [
    {
      event: 'accept',
      from: ['pending_idea'],
      to: 'active',
      by: ['editor', 'administrator'],
      effect: 'It can get ideas.',
    },
    {
      event: 'decline',
      from: ['pending_idea'],
      to: 'inactive',
      by: ['editor', 'administrator'],
      effect: 'Its name stays reserved.',
    },
    {
      event: 'retire',
      from: ['active'],
      to: 'inactive',
      by: ['editor', 'administrator', 'job'],
      effect: 'Its articles are withdrawn from the lists.',
    },
    {
      event: 'reinstate',
      from: ['inactive'],
      to: 'active',
      by: ['editor', 'administrator', 'job'],
      effect: 'Its articles return to the lists.',
    },
  ],
});
export type AuthorStatus = StateOf<typeof AUTHOR_STATES>;
export type AuthorEvent = EventOf<typeof AUTHOR_STATES>;

/** Statuses of a contact message (spec 4, "Contact message status"). */
export const CONTACT_STATES = stateMachine({
  subject: 'message',
  states: {
    pending: { label: 'To answer', meaning: 'The sender waits for a reply.' },
    replied: { label: 'Replied', meaning: 'A reply was sent.' },
    spam: { label: 'Spam', meaning: 'It needs no reply.' },
  },
  initial: ['pending'],
  transitions: [
    {
      event: 'reply',
      from: ['pending', 'replied'],
      to: 'replied',
      by: ['editor', 'administrator'],
      effect: 'The reply is mailed if a mail server is configured.',
    },
    {
      event: 'markSpam',
      from: ['pending'],
      to: 'spam',
      by: ['editor', 'administrator'],
      effect: 'It leaves the inbox.',
    },
    {
      event: 'reopen',
      from: ['spam', 'replied'],
      to: 'pending',
      by: ['editor', 'administrator'],
      effect: 'It waits for a reply again.',
    },
  ],
});
export type ContactStatus = StateOf<typeof CONTACT_STATES>;
export type ContactEvent = EventOf<typeof CONTACT_STATES>;

/** Statuses of a reader's report of an article. The spec does not define any. */
export const REPORT_STATES = stateMachine({
  subject: 'report',
  states: {
    open: { label: 'Open', meaning: 'It waits for an editor’s decision.' },
    dismissed: { label: 'Dismissed', meaning: 'The article stays as it is.' },
    edited: { label: 'Edited', meaning: 'The article was edited because of it.' },
    archived: { label: 'Archived', meaning: 'The article was archived because of it.' },
  },
  initial: ['open'],
  transitions: [
    {
      event: 'dismiss',
      from: ['open'],
      to: 'dismissed',
      by: ['editor', 'administrator'],
      effect: 'All reports of the article are resolved.',
    },
    {
      event: 'edit',
      from: ['open'],
      to: 'edited',
      by: ['editor', 'administrator'],
      effect: 'All reports of the article are resolved.',
    },
    {
      event: 'archive',
      from: ['open'],
      to: 'archived',
      by: ['editor', 'administrator'],
      effect: 'The article is archived too.',
    },
    {
      event: 'reportAgain',
      from: ['dismissed', 'edited', 'archived'],
      to: 'open',
      by: ['reader'],
      effect: 'A reader has reported the article again.',
    },
  ],
});
export type ReportStatus = StateOf<typeof REPORT_STATES>;

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
