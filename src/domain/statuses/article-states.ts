import {
  defineStateMachine,
  type MachineEventName,
  type MachineStateName,
} from './state-machine.ts';

/**
 * The state machine for article ideas: their statuses and the transitions between them (spec 4, "Article idea status").
 */
export const IDEA_STATE_MACHINE = defineStateMachine({
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
export type IdeaStatus = MachineStateName<typeof IDEA_STATE_MACHINE>;

/** The state machine for articles: their statuses and the transitions between them (spec 4, "Article status"). */
export const ARTICLE_STATE_MACHINE = defineStateMachine({
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
export type ArticleStatus = MachineStateName<typeof ARTICLE_STATE_MACHINE>;
export type ArticleEvent = MachineEventName<typeof ARTICLE_STATE_MACHINE>;
