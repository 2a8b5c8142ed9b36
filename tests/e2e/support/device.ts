import type { Browser, BrowserContext, Page } from '@playwright/test';
import { installMovedDate, setClockOffset } from '../../support/moved-date.ts';
import { signInByApi } from './accounts.ts';
import { recordHydration } from './browser.ts';

/** A browser of a reader or visitor, whose clock can be moved, for tests of several days. */
export interface Device {
  context: BrowserContext;
  page: Page;
  /** Moves the clock of the service worker, and of the pages that are opened from now on. */
  setClockOffset(offset: number): Promise<void>;
  /** Closes the page and opens an empty one, as if the browser was started again. */
  restart(): Promise<void>;
}

/** Opens a browser, and signs a reader in if `email` is given. */
export async function openDevice(
  browser: Browser,
  baseURL: string,
  email?: string,
): Promise<Device> {
  const context = await browser.newContext({ baseURL });
  await recordHydration(context);
  await context.addInitScript(installMovedDate);
  let currentOffset = 0;
  const moveWorkerClocks = async () => {
    for (const worker of context.serviceWorkers()) {
      await worker.evaluate(installMovedDate);
      await worker.evaluate(setClockOffset, currentOffset);
    }
  };
  context.on('serviceworker', () => void moveWorkerClocks());
  if (email) await signInByApi(context.request, email);
  const device: Device = {
    context,
    page: await context.newPage(),
    async setClockOffset(offset) {
      currentOffset = offset;
      await context.addInitScript(setClockOffset, offset);
      await moveWorkerClocks();
    },
    async restart() {
      await device.page.close();
      device.page = await context.newPage();
    },
  };
  return device;
}
