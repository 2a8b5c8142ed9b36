import { z } from 'zod';

/** The steps of an installation of natural voices, in their order. */
export const INSTALLATION_STEPS = ['module', 'download', 'check', 'unpack', 'test'] as const;
export type InstallationStep = (typeof INSTALLATION_STEPS)[number];

/**
 * States of an installation in a data folder. `none`: no installation was ever started. `interrupted`: the process
 * stopped before the installation was complete.
 */
const INSTALLATION_STATES = [
  'none',
  'running',
  'installed',
  'failed',
  'canceled',
  'interrupted',
] as const;

/** The progress and the result of an installation. */
export const installationProgressSchema = z.object({
  state: z.enum(INSTALLATION_STATES),
  step: z.enum(INSTALLATION_STEPS),
  /**
   * Progress of the step, such as the number of downloaded bytes or of tested narrators. `total` is 0 if the amount of
   * work is unknown.
   */
  done: z.number(),
  total: z.number(),
  /** Reason why the installation failed; `null` unless `state` is `failed`. */
  reason: z.string().nullable(),
});
export type InstallationProgress = z.infer<typeof installationProgressSchema>;

/** The installation of natural voices in the data folder of the responding process. */
export const voiceInstallationSchema = installationProgressSchema.extend({
  /** True if the responding process has natural voices. */
  isInstalled: z.boolean(),
  /** Reason why the responding process cannot install the voices, with instructions; `null` if it can. */
  obstacle: z.string().nullable(),
  /** Host from which the model is downloaded. */
  host: z.string(),
  /** Size of the download in bytes, and the number of bytes that have already been downloaded. */
  bytes: z.number(),
  downloadedBytes: z.number(),
  /** Disk space in bytes that an installation needs now. */
  neededBytes: z.number(),
  /** Free disk space in bytes; `null` if unknown. */
  freeBytes: z.number().nullable(),
});
export type VoiceInstallation = z.infer<typeof voiceInstallationSchema>;
