import type { InstallationStep } from '#domain/studio/voice-installation.ts';
import { StartError } from '#server/platform/start-error.ts';

/**
 * A reason why natural voices cannot be installed. `reason` is complete sentences for editors; the message adds
 * instructions for operators.
 */
export class InstallationError extends StartError {
  override name = 'InstallationError';
  readonly reason: string;

  constructor(reason: string, instructions = '', options?: ErrorOptions) {
    super(`${reason} ${instructions}`.trim(), options);
    this.reason = reason;
  }
}

/** Reports the progress of a step; in bytes for a download. `total` is 0 if the amount of work is unknown. */
export type ReportProgress = (step: InstallationStep, done?: number, total?: number) => void;
