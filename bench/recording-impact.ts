import type { BenchmarkEffort } from './benchmark-processes.ts';
import { measureFirstPressesOfPlay, summarizeFirstPresses } from './first-press.ts';
import {
  measureLoadDuringRecording,
  summarizeLoadDuringRecording,
} from './load-during-recording.ts';
import type { MeasurementResult } from './measurement-result.ts';
import { type RecorderUsage, watchRecordingProcesses } from './recording-processes.ts';
import { formatMegabytes, type ReportTable } from './report.ts';
import { startUnrecordedLibraryServer } from './unrecorded-library.ts';
import type { ProcessUsage } from './usage.ts';

/**
 * Measures how recording affects readers: the number of requests that the server handles, and the time until the first
 * listener hears a narration. Uses the shipped library and the embedded database.
 */
export async function measureRecordingImpact(effort: BenchmarkEffort): Promise<MeasurementResult> {
  const library = await startUnrecordedLibraryServer();
  const { server } = library;
  const watched = watchRecordingProcesses(server.pid);
  const before = await server.ask('held');
  const floods = summarizeLoadDuringRecording(await measureLoadDuringRecording(library, effort));
  const between = await server.ask('held');
  const presses = summarizeFirstPresses(
    await measureFirstPressesOfPlay(library, effort.cachedPage.groups),
  );
  const after = await server.ask('held');
  const recorders = await watched.stop();
  await server.stop();
  const usages = { before, 'after floods and narrations': between, 'after presses': after };
  return {
    tables: [...floods.tables, ...presses.tables, memoryTable(usages, recorders)],
    limits: [...floods.limits, ...presses.limits],
  };
}

function memoryTable(usages: Record<string, ProcessUsage>, recorders: RecorderUsage): ReportTable {
  return {
    title: 'Memory, MB',
    columns: ['resident', 'in use'],
    rows: [
      ...Object.entries(usages).map(([when, { memory, held }]) => ({
        name: `the server, ${when}`,
        cells: [formatMegabytes(memory), formatMegabytes(held!)],
      })),
      { name: 'a process that records, at most', cells: [formatMegabytes(recorders.memory)] },
    ],
  };
}
