import type { BenchmarkEffort } from './benchmark-processes.ts';
import { measureFirstPressesOfPlay, summarizeFirstPresses } from './first-press.ts';
import {
  measureLoadDuringRecording,
  summarizeLoadDuringRecording,
} from './load-during-recording.ts';
import type { MeasurementResult } from './measurement-result.ts';
import { type RecordingProcessUsage, watchRecordingProcesses } from './recording-processes.ts';
import { formatMegabytes, type ReportTable } from './report.ts';
import { startUnrecordedLibraryServer } from './unrecorded-library.ts';
import type { ProcessUsage } from './usage.ts';

/**
 * Measures how recording narrations affects readers. It measures the request rate of the server during recording, and
 * the time from the first press of play until a narration can be heard. Uses the articles that ship with Octavo, and
 * the embedded database.
 */
export async function measureRecordingImpact(effort: BenchmarkEffort): Promise<MeasurementResult> {
  const library = await startUnrecordedLibraryServer();
  const { server } = library;
  const recorderWatch = watchRecordingProcesses(server.pid);
  const before = await server.request('usageAfterGc');
  const loadResult = summarizeLoadDuringRecording(
    await measureLoadDuringRecording(library, effort),
  );
  const between = await server.request('usageAfterGc');
  const pressResult = summarizeFirstPresses(
    await measureFirstPressesOfPlay(library, effort.cachedPage.groups),
  );
  const after = await server.request('usageAfterGc');
  const recorders = await recorderWatch.stop();
  await server.stop();
  const usages = { before, 'after floods and narrations': between, 'after presses': after };
  return {
    tables: [...loadResult.tables, ...pressResult.tables, memoryTable(usages, recorders)],
    limits: [...loadResult.limits, ...pressResult.limits],
  };
}

function memoryTable(
  usages: Record<string, ProcessUsage>,
  recorders: RecordingProcessUsage,
): ReportTable {
  return {
    title: 'Memory, MB',
    columns: ['resident', 'in use'],
    rows: [
      ...Object.entries(usages).map(([stage, { memory, usedMemory }]) => ({
        name: `the server, ${stage}`,
        cells: [formatMegabytes(memory), formatMegabytes(usedMemory!)],
      })),
      { name: 'a process that records, at most', cells: [formatMegabytes(recorders.memory)] },
    ],
  };
}
