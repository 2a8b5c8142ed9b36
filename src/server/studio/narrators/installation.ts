import type { StudioMember } from '#domain/studio/roles.ts';
import type { VoiceInstallation } from '#domain/studio/voice-installation.ts';
import type { ActiveSpeechEngine } from '#server/catalogue/narration/active-speech-engine.ts';
import { InstallationError } from '#server/catalogue/narration/installation/installation-error.ts';
import type { VoiceInstaller } from '#server/catalogue/narration/installation/voice-installer.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';

/** The services for installing natural voices, which the neural speech engine uses. */
export interface VoiceInstallationServices {
  queries: Queries;
  speech: ActiveSpeechEngine;
  installer: VoiceInstaller;
  errorRecorder: Pick<ErrorRecorder, 'record'>;
}

/** The subject of the audit log entries about the installation of natural voices. */
const SUBJECT = { id: 'natural-voices', name: '' };

/** Returns the installation status of the natural voices. */
export async function getVoiceInstallation({
  speech,
  installer,
}: Pick<VoiceInstallationServices, 'speech' | 'installer'>): Promise<VoiceInstallation> {
  const isInstalled = speech.findSetupIfAvailable('neural') !== undefined;
  return { ...(await installer.getStatus()), isInstalled };
}

/**
 * Starts the installation of natural voices in this process. Throws {@link ConflictError} if they are already installed
 * or being installed, or if this machine cannot install them.
 */
export async function startVoiceInstallation(
  services: VoiceInstallationServices,
  member: StudioMember,
): Promise<void> {
  const { queries, installer, errorRecorder } = services;
  if ((await getVoiceInstallation(services)).isInstalled)
    throw new ConflictError('Natural voices are already installed.');
  await queries.transaction(async (transaction) => {
    await recordAuditEvent(transaction, member, { action: 'narrator.install', ...SUBJECT });
    try {
      await installer.start((error) => errorRecorder.record('job', error, 'narrate/install'));
    } catch (error) {
      throw error instanceof InstallationError ? new ConflictError(error.reason) : error;
    }
  });
}

/**
 * Cancels the installation of natural voices, whichever process runs it. Throws {@link ConflictError} if no
 * installation is running.
 */
export async function cancelVoiceInstallation(
  { queries, installer }: VoiceInstallationServices,
  member: StudioMember,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    await recordAuditEvent(transaction, member, { action: 'narrator.cancelInstall', ...SUBJECT });
    if (!installer.cancel()) throw new ConflictError('The installation has already ended.');
  });
}
