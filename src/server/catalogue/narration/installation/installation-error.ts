import type { InstallationStep } from '#domain/studio/voice-installation.ts';
import { StartError } from '#server/platform/start-error.ts';

/**
 * Thrown if natural voices cannot be installed. `reason` is meant for editors and consists of complete sentences. The
 * error message also contains instructions for operators.
 */
export class InstallationError extends StartError {
  override name = 'InstallationError';
  readonly reason: string;

  constructor(reason: string, instructions = '', options?: ErrorOptions) {
    super(`${reason} ${instructions}`.trim(), options);
    this.reason = reason;
  }
}

/**
 * Reports the progress of an installation step. `done` and `total` count bytes if the step is a download. `total` is 0
 * if the amount of work is unknown.
 */
export type ReportInstallationProgress = (
  step: InstallationStep,
  done?: number,
  total?: number,
) => void;
