import type { AiRequestItemStatus, AiRequestStatus } from '#domain/statuses/ai-request-states.ts';
import type { StatusTone } from '../../ui/badge.tsx';

export const AI_REQUEST_STATUS_TONES: Readonly<Record<AiRequestStatus, StatusTone>> = {
  in_progress: 'waiting',
  canceling: 'waiting',
  ended: 'good',
  failed: 'bad',
  expired: 'bad',
};

export const AI_REQUEST_ITEM_STATUS_TONES: Readonly<Record<AiRequestItemStatus, StatusTone>> = {
  pending: 'waiting',
  succeeded: 'good',
  invalid: 'bad',
  errored: 'bad',
  canceled: 'quiet',
  expired: 'bad',
  retried: 'quiet',
};
