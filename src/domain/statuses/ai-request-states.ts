import { defineStateMachine, type MachineStateName } from './state-machine.ts';

/**
 * The state machine for requests to the AI service (spec 4, "Batch AI request status"). The statuses `in_progress`,
 * `canceling` and `ended` come from the service. Octavo adds `failed` and `expired`.
 */
export const AI_REQUEST_STATE_MACHINE = defineStateMachine({
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
export type AiRequestStatus = MachineStateName<typeof AI_REQUEST_STATE_MACHINE>;

/** Internal names that the product specification defines for the statuses of AI requests (spec 4). */
export const INTERNAL_AI_REQUEST_STATUS_NAMES: Readonly<Record<AiRequestStatus, string>> = {
  in_progress: 'PROCESSING',
  ended: 'COMPLETED',
  canceling: 'CANCELLED',
  failed: 'FAILED',
  expired: 'EXPIRED',
};

/**
 * The state machine for the items in an AI request. The product specification does not define their statuses.
 * `succeeded`, `errored`, `canceled` and `expired` are result types that the AI service returns.
 */
export const AI_REQUEST_ITEM_STATE_MACHINE = defineStateMachine({
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
export type AiRequestItemStatus = MachineStateName<typeof AI_REQUEST_ITEM_STATE_MACHINE>;
