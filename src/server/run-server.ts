import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { SHIPPED_LIBRARY_FOLDER, syncLibrary } from './catalogue/library/sync-library.ts';
import { createNarrationServices } from './catalogue/narration/create-narration-services.ts';
import { describeVoicesInUse } from './catalogue/narration/describe-voices-in-use.ts';
import { createPictureService, type PictureService } from './catalogue/pictures/service.ts';
import { createFileJobs } from './jobs.ts';
import type { WebBuild } from './pages/web-build.ts';
import { acceptBackupRequests } from './platform/backup/backup-socket.ts';
import type { Config } from './platform/config.ts';
import type { LockedDataFolder } from './platform/db/data-folder.ts';
import type { Database } from './platform/db/database.ts';
import { openFileStore } from './platform/files/service.ts';
import type { Certificate } from './platform/http/certificate.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { startProcessHeartbeat } from './platform/processes/service.ts';
import { createProgressBar } from './platform/progress.ts';
import {
  closeWhenIdle,
  createProcessResources,
  listen,
  type ProcessResources,
  stopOnSignalOrException,
} from './process-resources.ts';
import { insertDemoAccounts } from './readers/accounts/demo-accounts.ts';
import { PLACEHOLDER_ISSUER, STORED_DEMO_ISSUER } from './readers/accounts/issuers.ts';
import { replacePlaceholderIssuers } from './readers/accounts/replace-placeholder-issuers.ts';
import { listUnconfiguredIssuersOfLockedOutAccounts } from './readers/accounts/repository.ts';
import { rankPopularArticlesIfNeverRanked } from './readers/counts/service.ts';
import { chooseSignInSetup, type SignInSetup } from './readers/sign-in/choose-sign-in-setup.ts';
import { filterArticleIdsWithUnpublishedChanges } from './studio/manuscripts/repository.ts';

/**
 * Milliseconds between the server's start and the start of background jobs. The delay keeps the jobs from slowing down
 * the first page.
 */
const JOBS_DELAY = 5000;

/**
 * Resources that `run-configured-role.ts` starts to open before it loads this module, because loading takes some time.
 */
export interface PreopenedServerResources {
  /** The locked data folder, or `undefined` if the database is a PostgreSQL server. */
  folder: LockedDataFolder | undefined;
  opening: Promise<Database>;
  certificate: Certificate | undefined;
  web: Promise<WebBuild>;
}

/** Runs the web server until the process is stopped. In the role `all`, also runs background jobs. */
export async function runServer(
  config: Config,
  { folder, opening, certificate, web: webPromise }: PreopenedServerResources,
): Promise<void> {
  const { DATA_DIR } = config;
  const [runtime, web, signIn] = await Promise.all([
    createProcessResources(config, opening),
    webPromise,
    chooseSignInSetup(config),
  ]);
  const { database, log, errorRecorder } = runtime;
  const { queries } = database;
  const files = await openFileStore(config, path.join(DATA_DIR, 'files'));
  const pictures = createPictureService(database, files, log);
  await syncShippedLibrary(database, pictures, config);
  await rankPopularArticlesIfNeverRanked(queries);
  const shutdown = new AbortController();
  const resources = {
    database,
    files,
    pictures,
    content: SHIPPED_LIBRARY_FOLDER,
    config,
    ending: shutdown.signal,
    errorRecorder,
  };
  const audio = await createNarrationServices(resources);
  if (signIn.accounts) await insertDemoAccounts(queries, signIn.accounts);
  else await reportUnknownIssuers(database, config, signIn);
  const draining = new AbortController();
  const app = await buildApp({
    ...runtime,
    config,
    pictures,
    audio,
    web,
    signIn,
    certificate,
    draining: draining.signal,
  });
  await listen(app, config);
  const stopHeartbeat = startProcessHeartbeat(database, runtime.self);
  const stopBackups = folder
    ? await acceptBackupRequests(folder.path, { database, files }, log)
    : undefined;

  const jobs = [...runtime.jobs, ...createFileJobs(database, pictures, audio, config)];
  const jobRunner =
    config.ROLE === 'all' ? startJobs({ ...runtime, jobs, startDelay: JOBS_DELAY }) : undefined;
  const coverRendering = pictures
    .renderMissing(shutdown.signal, {
      onProgress: createProgressBar('Drawing covers'),
      // The server stops drawing covers while listeners wait for audio. Otherwise, drawing would slow down the
      // recording, because the child processes that draw and those that record have the same priority.
      waitForTurn: (signal) => audio.narrations.waitForListeners(signal),
    })
    .catch((error: unknown) => log.error({ err: error }, 'Failed to draw the missing covers'));
  const close = async () => {
    shutdown.abort();
    await Promise.all([closeWhenIdle(app), coverRendering, jobRunner?.stop(), stopHeartbeat()]);
    await Promise.all([errorRecorder.settled(), stopBackups?.()]);
    await database.close();
    await folder?.release();
  };
  stopOnSignalOrException(log, config, close, async () => {
    draining.abort();
    await setTimeout(1000 * getDrainSeconds(config));
  });
  // The banner is printed last, because tools wait for it and then expect a process that serves requests and handles
  // signals.
  printBanner(config, runtime, signIn, describeVoicesInUse(audio.speech));
}

/**
 * Returns the number of seconds that the process continues to serve requests after it has received a signal to stop.
 * Behind a proxy, the default gives load balancers time to notice that the process is stopping.
 */
function getDrainSeconds({ DRAIN_SECONDS, TRUST_PROXY }: Config): number {
  return DRAIN_SECONDS ?? (TRUST_PROXY ? 5 : 0);
}

/** Imports the library that ships with Octavo. Prints the changes and the files with errors. */
async function syncShippedLibrary(
  database: Database,
  pictures: PictureService,
  { ALLOW_OLDER_LIBRARY, SHOW_DRAFTS }: Config,
): Promise<void> {
  const { warnings, changes } = await syncLibrary(database, pictures, SHIPPED_LIBRARY_FOLDER, {
    allowOlderEdition: ALLOW_OLDER_LIBRARY,
    withDrafts: SHOW_DRAFTS,
    listUnpublished: filterArticleIdsWithUnpublishedChanges,
  });
  for (const warning of warnings) console.warn(warning);
  if (changes.length) console.log(`Library: ${changes.join(', ')}.`);
}

/**
 * Assigns issuers to the identities that earlier releases stored without an issuer. Prints warnings
 * about the identities whose issuer remains unknown, and about the accounts that can sign in only
 * with an issuer that is no longer configured.
 */
async function reportUnknownIssuers(
  { queries }: Database,
  config: Config,
  { providers }: SignInSetup,
): Promise<void> {
  const { OIDC_ISSUER: issuer, OIDC_EARLIER_ISSUER: earlierIssuer } = config;
  const unresolvedCount = await replacePlaceholderIssuers(queries, {
    issuer: issuer!,
    earlierIssuer,
  });
  if (unresolvedCount)
    console.warn(
      `Identities with an unknown issuer, which cannot be used to sign in: ${unresolvedCount}. If they all came from one issuer, set OIDC_EARLIER_ISSUER to its URL.`,
    );
  const lockedOutIssuers = await listUnconfiguredIssuersOfLockedOutAccounts(queries, [
    ...providers.issuers,
    PLACEHOLDER_ISSUER,
    STORED_DEMO_ISSUER,
  ]);
  if (lockedOutIssuers.length)
    console.warn(
      `Some accounts can't sign in, because they only use ${lockedOutIssuers.join(' and ')}. Set OIDC_PREVIOUS_ISSUER and its client, so that their readers can sign in and link ${providers.choices[0]!.label}.`,
    );
}

function printBanner(
  { ORIGIN, DATA_DIR, ROLE, FILES_S3_BUCKET }: Config,
  { database: { engine }, membership, writing }: ProcessResources,
  { accounts, providers }: SignInSetup,
  voices: string,
): void {
  const signIn = accounts
    ? 'demo (anyone can sign in as anyone)'
    : providers.settings.map(({ label }) => label).join(', ');
  const premium = membership.isDemo
    ? 'demo (no real payments)'
    : membership.billing?.isPremiumForSale
      ? 'Stripe'
      : 'off';
  const writer = writing.writer?.isDemonstration
    ? 'demo (ready-made drafts)'
    : (writing.writer?.model ?? 'off');
  const files = FILES_S3_BUCKET ? `bucket ${FILES_S3_BUCKET}` : 'in the data folder';
  const database = engine === 'embedded' ? 'embedded (PGlite)' : engine;
  console.log(`
  Octavo is running at ${ORIGIN}

  data      ${DATA_DIR}
  database  ${database}
  files     ${files}
  sign-in   ${signIn}
  premium   ${premium}
  writing   ${writer}
  voices    ${voices}
  jobs      ${ROLE === 'all' ? 'in this process' : 'in worker processes'}
`);
}
