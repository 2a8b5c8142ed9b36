import type { ItemStatus, RequestStatus } from '#domain/statuses/request-states.ts';
import type { Tone } from '../../ui/pill.tsx';

export const REQUEST_TONES: Readonly<Record<RequestStatus, Tone>> = {
  in_progress: 'waiting',
  canceling: 'waiting',
  ended: 'good',
  failed: 'bad',
  expired: 'bad',
};

export const ITEM_TONES: Readonly<Record<ItemStatus, Tone>> = {
  pending: 'waiting',
  succeeded: 'good',
  invalid: 'bad',
  errored: 'bad',
  canceled: 'quiet',
  expired: 'bad',
  retried: 'quiet',
};
