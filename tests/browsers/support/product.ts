import type { TestProject } from 'vitest/node';
import { findFreePort } from '#server/testing/free-port.ts';
import { recordSkippedSuites } from '../../../scripts/recap.mjs';
import {
  createDataFolderWithPictures,
  killStartedProcesses,
  startOctavoAndWait,
} from '../../support/octavo.ts';
import { BROWSER_ENGINES_BY_PROJECT } from './engines.ts';
import { startErrorReportingProxy } from './error-reporting-proxy.ts';

/**
 * Starts the Octavo server for all browser tests, and the proxy that reports page errors. Does nothing if no browser is
 * installed.
 */
export default async function startProduct(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const engines = Object.values(BROWSER_ENGINES_BY_PROJECT);
  const incompleteEngines = engines.filter(({ installed }) => installed.missing);
  if (incompleteEngines.length > 0) reportMissingPrograms(incompleteEngines);
  if (incompleteEngines.length === engines.length) return undefined;

  const port = (await findFreePort('127.0.0.1'))!;
  const origin = `http://127.0.0.1:${port}`;
  const product = await startOctavoAndWait({
    ORIGIN: origin,
    DATA_DIR: await createDataFolderWithPictures(),
  });
  const proxy = await startErrorReportingProxy(port, product.origin);
  project.provide('origin', origin);
  return async () => {
    proxy.close();
    await killStartedProcesses();
  };
}

function reportMissingPrograms(
  incompleteEngines: (typeof BROWSER_ENGINES_BY_PROJECT)[keyof typeof BROWSER_ENGINES_BY_PROJECT][],
): void {
  const titles = incompleteEngines.map(({ title }) => title).join(' and ');
  const packages = new Set(incompleteEngines.flatMap(({ installed }) => installed.missing ?? []));
  const sentence = `The journeys in ${titles} need programs that are not installed here. On Debian: apt-get install ${[...packages].join(' ')}`;
  recordSkippedSuites(sentence);
  console.log(`Skipped: ${sentence}`);
}
