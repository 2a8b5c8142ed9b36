import { z } from 'zod';

/** The steps of installing the natural voices, in order. */
export const INSTALLATION_STEPS = ['module', 'download', 'check', 'unpack', 'test'] as const;
export type InstallationStep = (typeof INSTALLATION_STEPS)[number];

/**
 * States of the installation of the natural voices in a data folder. `none`: no installation has been started yet.
 * `interrupted`: the server process stopped before the installation was complete.
 */
const INSTALLATION_STATES = [
  'none',
  'running',
  'installed',
  'failed',
  'canceled',
  'interrupted',
] as const;

/** The progress and the result of installing the natural voices. */
export const installationProgressSchema = z.object({
  state: z.enum(INSTALLATION_STATES),
  step: z.enum(INSTALLATION_STEPS),
  /**
   * Progress of the current step: completed work and total work, such as downloaded bytes or tested narrators. `total`
   * is 0 if the total work is unknown.
   */
  done: z.number(),
  total: z.number(),
  /** Reason why the installation failed; `null` unless `state` is `failed`. */
  reason: z.string().nullable(),
});
export type InstallationProgress = z.infer<typeof installationProgressSchema>;

/** The installation of the natural voices in the data folder of the server process that handles the request. */
export const voiceInstallationSchema = installationProgressSchema.extend({
  /** True if the server process that handles the request has the natural voices. */
  isInstalled: z.boolean(),
  /**
   * Reason why the server process that handles the request cannot install the voices, with instructions; `null` if it
   * can.
   */
  obstacle: z.string().nullable(),
  /** Host from which the server downloads the speech model. */
  host: z.string(),
  /** Size of the download in bytes, and the number of bytes already downloaded. */
  bytes: z.number(),
  downloadedBytes: z.number(),
  /** Disk space in bytes that is required to complete the installation. */
  neededBytes: z.number(),
  /** Free disk space in bytes; `null` if unknown. */
  freeBytes: z.number().nullable(),
});
export type VoiceInstallation = z.infer<typeof voiceInstallationSchema>;
