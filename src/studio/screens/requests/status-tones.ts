import type { ItemStatus, RequestStatus } from '#domain/statuses/request-states.ts';
import type { StatusTone } from '../../ui/badge.tsx';

export const REQUEST_STATUS_TONES: Readonly<Record<RequestStatus, StatusTone>> = {
  in_progress: 'waiting',
  canceling: 'waiting',
  ended: 'good',
  failed: 'bad',
  expired: 'bad',
};

export const ITEM_STATUS_TONES: Readonly<Record<ItemStatus, StatusTone>> = {
  pending: 'waiting',
  succeeded: 'good',
  invalid: 'bad',
  errored: 'bad',
  canceled: 'quiet',
  expired: 'bad',
  retried: 'quiet',
};
