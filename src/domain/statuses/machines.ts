import { type EventOf, type StateMachine, type StateOf, stateMachine } from './state-machine.ts';

/**
 * The statuses of a request to the AI service (spec 4, "Batch AI request status"). The service itself knows in_progress,
 * canceling and ended; failed and expired are Octavo's.
 */
export const REQUEST_STATES = stateMachine({
  subject: 'request',
  states: {
    in_progress: {
      label: 'In progress',
      meaning: 'It is on its way to the service, or being worked on.',
    },
    canceling: {
      label: 'Canceling',
      meaning: 'It is being canceled; results that come first are stored.',
    },
    ended: { label: 'Ended', meaning: 'Its results are here, the good and the bad.' },
    failed: {
      label: 'Failed',
      meaning:
        'The service did not take it, its results were not available, or an editor gave it up.',
    },
    expired: {
      label: 'Expired',
      meaning: 'The service had not finished after a day; results that came are stored.',
    },
  },
  initial: ['in_progress'],
  transitions: [
    {
      event: 'cancel',
      from: ['in_progress'],
      to: 'canceling',
      by: ['editor', 'administrator'],
      effect: 'The service is asked to stop.',
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

/** Internal names of the statuses (spec 4). */
export const INTERNAL_REQUEST_STATUSES: Readonly<Record<RequestStatus, string>> = {
  in_progress: 'PROCESSING',
  ended: 'COMPLETED',
  canceling: 'CANCELLED',
  failed: 'FAILED',
  expired: 'EXPIRED',
};

/** The statuses of a request's item. The spec names none: these follow the service's. */
export const ITEM_STATES = stateMachine({
  subject: 'answer',
  states: {
    pending: { label: 'Waiting', meaning: 'There is no answer yet.' },
    succeeded: { label: 'Stored', meaning: 'The answer is good, and what it says is stored.' },
    invalid: {
      label: 'Unusable',
      meaning: 'There is an answer, and it is not what was asked for.',
    },
    errored: { label: 'Refused', meaning: 'The service could not answer this one.' },
    canceled: { label: 'Canceled', meaning: 'It was called off before it was answered.' },
    expired: { label: 'Expired', meaning: 'It was not answered in time.' },
    retried: { label: 'Asked again', meaning: 'Another request asks for the same.' },
  },
  initial: ['pending'],
  transitions: [
    {
      event: 'succeed',
      from: ['pending'],
      to: 'succeeded',
      by: ['service'],
      effect: 'What it says is stored in the same transaction.',
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
      effect: 'What it was about waits again.',
    },
    {
      event: 'expire',
      from: ['pending'],
      to: 'expired',
      by: ['service', 'job'],
      effect: 'What it was about waits again.',
    },
    {
      event: 'retry',
      from: ['invalid', 'errored', 'canceled', 'expired'],
      to: 'retried',
      by: ['editor', 'administrator'],
      effect: 'A new request asks for just these.',
    },
  ],
});
export type ItemStatus = StateOf<typeof ITEM_STATES>;

/** Statuses of an article idea (spec 4, "Article idea status"). */
export const IDEA_STATES = stateMachine({
  subject: 'idea',
  states: {
    pending: { label: 'Pending', meaning: 'It waits for an editor to have it written.' },
    generating: { label: 'Being written', meaning: 'A request for its article is on its way.' },
    generated: { label: 'Written', meaning: 'There is an article of it.' },
  },
  initial: ['pending'],
  transitions: [
    {
      event: 'write',
      from: ['pending'],
      to: 'generating',
      by: ['editor', 'administrator', 'job'],
      effect: 'A request asks for claims and an article.',
    },
    {
      event: 'deliver',
      from: ['generating'],
      to: 'generated',
      by: ['service'],
      effect: 'The article is there as a draft, with its claims.',
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
      meaning: 'The AI reads it against its claims, or an editor is deciding about what it found.',
    },
    human_review: {
      label: 'Human review',
      meaning: 'A person reads it; from here it is published or scheduled.',
    },
    published: { label: 'Published', meaning: 'Readers can read it.' },
    archived: {
      label: 'Archived',
      meaning: 'Its address says that it is gone; what readers never had is put away.',
    },
  },
  initial: ['draft'],
  transitions: [
    {
      event: 'review',
      from: ['draft'],
      to: 'ai_review',
      by: ['editor', 'administrator', 'job'],
      effect: 'A review is asked for.',
    },
    {
      event: 'accept',
      from: ['draft', 'ai_review'],
      to: 'human_review',
      by: ['editor', 'administrator'],
      effect: 'A person reads it, once concerns of the AI are decided about or left.',
    },
    {
      event: 'rework',
      from: ['ai_review', 'human_review'],
      to: 'draft',
      by: ['editor', 'administrator', 'service'],
      effect: 'It is no longer going to be published at its time.',
    },
    {
      event: 'publish',
      from: ['human_review'],
      to: 'published',
      by: ['editor', 'administrator', 'job'],
      effect:
        'It is in lists and search, and is narrated. Readers are told that a person read it if an editor says so.',
    },
    {
      event: 'publish',
      from: ['ai_review', 'draft'],
      to: 'published',
      by: ['editor', 'administrator'],
      effect: 'The same.',
    },
    {
      event: 'archive',
      from: ['published', 'human_review', 'ai_review', 'draft'],
      to: 'archived',
      by: ['editor', 'administrator', 'job'],
      effect:
        'It is gone from lists, search, caches and the sitemap. What readers never had leaves its subject to others.',
    },
    {
      event: 'restore',
      from: ['archived'],
      to: 'published',
      by: ['editor', 'administrator', 'job'],
      effect: 'It is where it was. What readers never had cannot be put there.',
    },
    {
      event: 'resume',
      from: ['archived'],
      to: 'draft',
      by: ['editor', 'administrator'],
      effect: 'It is being written again. What readers had is restored instead.',
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
      meaning: 'It is being written, or its concerns wait for an editor.',
    },
    concerns_addressed: {
      label: 'Concerns addressed',
      meaning: 'Something was decided about every concern.',
    },
    accepted: {
      label: 'Accepted',
      meaning: 'An editor goes with it: a person reads the article next.',
    },
    rejected: {
      label: 'Rejected',
      meaning: 'An editor does not go with it: the article is a draft again.',
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
      effect: 'A concern waits for a decision again.',
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
      effect: 'The article is a draft again.',
    },
  ],
});
export type ReviewStatus = StateOf<typeof REVIEW_STATES>;

/** Statuses of a review concern (spec 4, "Review concern status"). */
export const CONCERN_STATES = stateMachine({
  subject: 'concern',
  states: {
    pending_action: { label: 'To decide', meaning: 'An editor has to decide about it.' },
    ignored: { label: 'Ignored', meaning: 'An editor sees nothing in it.' },
    human_addressed: { label: 'Edited', meaning: 'An editor changed the text.' },
    ai_improved: { label: 'Improved', meaning: 'The AI changed the text, as an editor asked.' },
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
      effect: 'The text is as the editor wrote it.',
    },
    {
      event: 'improve',
      from: ['pending_action'],
      to: 'ai_improved',
      by: ['service'],
      effect: 'The passage is exchanged, where it still stands as it did.',
    },
    {
      event: 'reopen',
      from: ['ignored', 'human_addressed', 'ai_improved'],
      to: 'pending_action',
      by: ['editor', 'administrator'],
      effect: 'It is to be decided again.',
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
      meaning: 'The AI proposes the persona; readers do not see it.',
    },
    active: { label: 'Active', meaning: 'It writes, and readers can follow it.' },
    inactive: { label: 'Inactive', meaning: 'It writes no more, and is shown nowhere.' },
  },
  initial: ['pending_idea', 'active'],
  transitions: [
    {
      event: 'accept',
      from: ['pending_idea'],
      to: 'active',
      by: ['editor', 'administrator'],
      effect: 'It can be given ideas.',
    },
    {
      event: 'decline',
      from: ['pending_idea'],
      to: 'inactive',
      by: ['editor', 'administrator'],
      effect: 'Its name stays taken.',
    },
    {
      event: 'retire',
      from: ['active'],
      to: 'inactive',
      by: ['editor', 'administrator', 'job'],
      effect: 'Its articles leave the shelves with it.',
    },
    {
      event: 'reinstate',
      from: ['inactive'],
      to: 'active',
      by: ['editor', 'administrator', 'job'],
      effect: 'Its articles are back.',
    },
  ],
});
export type AuthorStatus = StateOf<typeof AUTHOR_STATES>;
export type AuthorEvent = EventOf<typeof AUTHOR_STATES>;

/** Statuses of a contact message (spec 4, "Contact message status"). */
export const CONTACT_STATES = stateMachine({
  subject: 'message',
  states: {
    pending: { label: 'To answer', meaning: 'Somebody waits for an answer.' },
    replied: { label: 'Replied', meaning: 'They were answered.' },
    spam: { label: 'Spam', meaning: 'Nobody waits for an answer.' },
  },
  initial: ['pending'],
  transitions: [
    {
      event: 'reply',
      from: ['pending', 'replied'],
      to: 'replied',
      by: ['editor', 'administrator'],
      effect: 'The answer is mailed, where a mail server is configured.',
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
      effect: 'It waits for an answer again.',
    },
  ],
});
export type ContactStatus = StateOf<typeof CONTACT_STATES>;
export type ContactEvent = EventOf<typeof CONTACT_STATES>;

/** Statuses of readers’ reports of an article. The spec names none: these are ours. */
export const REPORT_STATES = stateMachine({
  subject: 'report',
  states: {
    open: { label: 'Open', meaning: 'An editor has to look at it.' },
    dismissed: { label: 'Dismissed', meaning: 'The article stays as it is.' },
    edited: { label: 'Edited', meaning: 'The article was changed for it.' },
    archived: { label: 'Archived', meaning: 'The article was taken away for it.' },
  },
  initial: ['open'],
  transitions: [
    {
      event: 'dismiss',
      from: ['open'],
      to: 'dismissed',
      by: ['editor', 'administrator'],
      effect: 'All reports of the article are answered.',
    },
    {
      event: 'edit',
      from: ['open'],
      to: 'edited',
      by: ['editor', 'administrator'],
      effect: 'All reports of the article are answered.',
    },
    {
      event: 'archive',
      from: ['open'],
      to: 'archived',
      by: ['editor', 'administrator'],
      effect: 'The article is archived with it.',
    },
    {
      event: 'reportAgain',
      from: ['dismissed', 'edited', 'archived'],
      to: 'open',
      by: ['reader'],
      effect: 'A reader has changed their report.',
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
