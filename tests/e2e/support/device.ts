import type { Browser, BrowserContext, Page } from '@playwright/test';
import { installMovedDate, setClockOffset } from '../../support/moved-date.ts';
import { signInByApi } from './accounts.ts';
import { recordHydration } from './browser.ts';

/** A reader's or visitor's browser with a clock that can be changed. Tests use it to simulate several days. */
export interface Device {
  context: BrowserContext;
  page: Page;
  /**
   * Sets the clocks of the service worker and of pages that are opened later to `offset` milliseconds ahead of the real
   * time.
   */
  setClockOffset(offset: number): Promise<void>;
  /** Closes the page and opens an empty page, as if the browser had been restarted. */
  restart(): Promise<void>;
}

/** Opens a browser context. Signs in a reader if `email` is given. */
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
