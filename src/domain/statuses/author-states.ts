import {
  defineStateMachine,
  type MachineEventName,
  type MachineStateName,
} from './state-machine.ts';

/** The state machine for authors: their statuses and the transitions between them (spec 4, "Author status"). */
export const AUTHOR_STATE_MACHINE = defineStateMachine({
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
export type AuthorStatus = MachineStateName<typeof AUTHOR_STATE_MACHINE>;
export type AuthorEvent = MachineEventName<typeof AUTHOR_STATE_MACHINE>;
