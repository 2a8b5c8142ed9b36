import {
  defineStateMachine,
  type MachineEventName,
  type MachineStateName,
} from './state-machine.ts';

/**
 * The state machine for contact messages: their statuses and the transitions between them (spec 4, "Contact message
 * status").
 */
export const CONTACT_MESSAGE_STATE_MACHINE = defineStateMachine({
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
export type ContactMessageStatus = MachineStateName<typeof CONTACT_MESSAGE_STATE_MACHINE>;
export type ContactMessageEvent = MachineEventName<typeof CONTACT_MESSAGE_STATE_MACHINE>;

/**
 * The state machine for readers' reports about articles: their statuses and the transitions between them. The product
 * specification does not define these statuses.
 */
export const REPORT_STATE_MACHINE = defineStateMachine({
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
export type ReportStatus = MachineStateName<typeof REPORT_STATE_MACHINE>;
