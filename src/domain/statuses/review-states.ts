import { defineStateMachine, type MachineStateName } from './state-machine.ts';

/**
 * The state machine for AI reviews: their statuses and the transitions between them (spec 4, "AI article review
 * status").
 */
export const REVIEW_STATE_MACHINE = defineStateMachine({
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
export type ReviewStatus = MachineStateName<typeof REVIEW_STATE_MACHINE>;

/**
 * The state machine for concerns in an AI review: their statuses and the transitions between them (spec 4, "Review
 * concern status").
 */
export const CONCERN_STATE_MACHINE = defineStateMachine({
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
export type ConcernStatus = MachineStateName<typeof CONCERN_STATE_MACHINE>;
