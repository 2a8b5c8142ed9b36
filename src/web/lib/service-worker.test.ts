// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offlineCopy } from '#web/copy/offline.ts';
import { SERVICE_WORKER_URL } from './service-worker-messages.ts';

const showToast = vi.hoisted(() => vi.fn());
vi.mock('#ui/toast.tsx', () => ({ showToast }));

/** A fake `navigator.serviceWorker`. `takeOver` simulates that a service worker takes control of the page. */
class FakeServiceWorkers extends EventTarget {
  controller: object | null = null;
  update = vi.fn(async () => {});
  register = vi.fn(async (_url: string) => ({ update: this.update }));

  takeOver() {
    this.controller = {};
    this.dispatchEvent(new Event('controllerchange'));
  }
}

let workers: FakeServiceWorkers;
/** Name of the entry script in the server's current version. The page has loaded `client-1.js`. */
let currentEntry: string;
const activate = async () => (await import('./service-worker.ts')).activateServiceWorker();

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('DEV', false);
  vi.useFakeTimers();
  workers = new FakeServiceWorkers();
  vi.stubGlobal('navigator', { serviceWorker: workers });
  currentEntry = 'client-2.js';
  document.head.innerHTML = '<script type="none" data-scripts="/assets/a.js /assets/client-1.js">';
  vi.stubGlobal(
    'fetch',
    async () => new Response(`<script data-scripts="/assets/a.js /assets/${currentEntry}">`),
  );
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  showToast.mockReset();
});

describe('activating the service worker', () => {
  it('waits until the first worker controls the page, and announces only its successor, once', async () => {
    const onActivated = vi.fn();
    const activation = activate().then(onActivated);
    await vi.waitFor(() => expect(workers.register).toHaveBeenCalledWith(SERVICE_WORKER_URL));
    await vi.advanceTimersByTimeAsync(0);
    expect(onActivated).not.toHaveBeenCalled();
    workers.takeOver();
    await activation;
    expect(onActivated).toHaveBeenCalledWith(true);
    expect(showToast).not.toHaveBeenCalled();
    workers.takeOver();
    workers.takeOver();
    await vi.advanceTimersByTimeAsync(0);
    expect(showToast).toHaveBeenCalledOnce();
    expect(showToast).toHaveBeenCalledWith({ kind: 'info', text: offlineCopy.newVersion });
  });

  it('announces a new version at the next worker if the server could not be reached', async () => {
    workers.controller = {};
    await activate();
    const reachable = fetch;
    vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
    workers.takeOver();
    await vi.advanceTimersByTimeAsync(0);
    expect(showToast).not.toHaveBeenCalled();
    vi.stubGlobal('fetch', reachable);
    workers.takeOver();
    await vi.advanceTimersByTimeAsync(0);
    expect(showToast).toHaveBeenCalledOnce();
  });

  it('announces nothing on a page that already has the new version', async () => {
    workers.controller = {};
    currentEntry = 'client-1.js';
    await activate();
    workers.takeOver();
    await vi.advanceTimersByTimeAsync(0);
    expect(showToast).not.toHaveBeenCalled();
  });

  it('registers once on a page, and checks for a new version every hour', async () => {
    workers.controller = {};
    expect(await activate()).toBe(true);
    expect(await activate()).toBe(true);
    expect(workers.register).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(workers.update).toHaveBeenCalledOnce();
  });

  it('resolves with false if the browser has no service workers or refuses the registration', async () => {
    workers.register.mockRejectedValue(new Error('refused'));
    expect(await activate()).toBe(false);
    vi.resetModules();
    vi.stubGlobal('navigator', {});
    expect(await activate()).toBe(false);
  });
});
