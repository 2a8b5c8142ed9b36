import { OFFLINE_PATH } from '#domain/offline.ts';
import { showToast } from '#ui/toast.tsx';
import { offlineCopy } from '#web/copy/offline.ts';
import { listAssetPaths } from './asset-paths.ts';
import { SERVICE_WORKER_URL } from './service-worker-messages.ts';

/** Milliseconds between two checks of an open page for a new version. */
const UPDATE_INTERVAL = 60 * 60 * 1000;

/** The result of the first call of {@link activateServiceWorker} on this page. */
let activation: Promise<boolean> | undefined;

/**
 * Registers the service worker, and resolves once it handles the requests of this page. Resolves with false if the
 * browser has no service workers or refuses the registration. Announces a new version of Octavo once.
 */
export function activateServiceWorker(): Promise<boolean> {
  activation ??= register().catch(() => false);
  return activation;
}

async function register(): Promise<boolean> {
  const { serviceWorker } = navigator;
  // Service workers are missing outside of secure contexts, and in development, where Vite serves the scripts.
  if (!serviceWorker || import.meta.env.DEV) return false;
  const waitForControllerChange = () =>
    new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  const firstControl = serviceWorker.controller ? undefined : waitForControllerChange();
  const registration = await serviceWorker.register(SERVICE_WORKER_URL);
  await firstControl;
  void waitForControllerChange().then(announceNewVersion);
  setInterval(() => registration.update().catch(() => {}), UPDATE_INTERVAL);
  return true;
}

/** Shows a toast if the server has another version of Octavo than this page. Ignores failures. */
async function announceNewVersion(): Promise<void> {
  // After a navigation, a new worker may take over a page that already has the new version.
  const response = await fetch(OFFLINE_PATH).catch(() => undefined);
  if (!response?.ok) return;
  const { scripts } = document.querySelector<HTMLElement>('script[data-scripts]')!.dataset;
  // The last script is the app's entry, whose name changes with every change of the app.
  const entry = scripts!.split(' ').at(-1)!;
  if (!listAssetPaths(await response.text()).includes(entry))
    showToast({ kind: 'info', text: offlineCopy.newVersion });
}
