import { OFFLINE_PATH } from '#domain/offline.ts';
import { showToast } from '#ui/toast.tsx';
import { offlineCopy } from '#web/copy/offline.ts';
import { listAssetPaths } from './asset-paths.ts';
import { SERVICE_WORKER_URL } from './service-worker-messages.ts';

/** Interval in milliseconds between checks for a new version of the service worker while a page is open. */
const UPDATE_INTERVAL = 60 * 60 * 1000;

/** The promise returned by the first call to {@link activateServiceWorker} on this page. */
let activation: Promise<boolean> | undefined;

/**
 * Registers the service worker, and resolves with true once it handles this page's requests. Resolves with false if the
 * browser does not support service workers or refuses the registration. Later, shows one toast if a new version of
 * Octavo becomes available.
 */
export function activateServiceWorker(): Promise<boolean> {
  activation ??= register().catch(() => false);
  return activation;
}

async function register(): Promise<boolean> {
  const { serviceWorker } = navigator;
  // Browsers support service workers only in secure contexts. In development, Vite serves the scripts, so no worker is
  // used.
  if (!serviceWorker || import.meta.env.DEV) return false;
  const firstControl = serviceWorker.controller
    ? undefined
    : new Promise((resolve) =>
        serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  const registration = await serviceWorker.register(SERVICE_WORKER_URL);
  await firstControl;
  let isAnnounced = false;
  serviceWorker.addEventListener('controllerchange', async () => {
    const isNew = await isNewVersionAvailable();
    if (isNew && !isAnnounced) showToast({ kind: 'info', text: offlineCopy.newVersion });
    isAnnounced ||= isNew;
  });
  setInterval(() => registration.update().catch(() => {}), UPDATE_INTERVAL);
  return true;
}

/**
 * Returns true if the server's version of Octavo differs from this page's. A new worker alone does not prove this,
 * because it may take over a page that already has the new version. Returns false if the server cannot be reached.
 */
async function isNewVersionAvailable(): Promise<boolean> {
  const response = await fetch(OFFLINE_PATH).catch(() => undefined);
  if (!response?.ok) return false;
  const { scripts } = document.querySelector<HTMLElement>('script[data-scripts]')!.dataset;
  // The last listed script is the app's entry script, whose name changes with every change to the app.
  const entry = scripts!.split(' ').at(-1)!;
  return !listAssetPaths(await response.text()).includes(entry);
}
