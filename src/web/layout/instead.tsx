import type { ReactNode } from 'react';
import type { PagePayload } from '#domain/page.ts';
import { loadChunk } from '#ui/lib/chunks.ts';
import { ErrorScreen, Offline } from './faults.tsx';

type Absences = typeof import('./absences.tsx');

/** There once a page has needed them. What tells of faults is there always: it may be the network that is at fault. */
let absences: Absences | undefined;

/** Loads what {@link insteadOf} shows of a page, which waits for it. Rejects where it does not come. */
export async function loadInsteadOf(payload: PagePayload): Promise<void> {
  if (absenceOf(payload)) absences ??= await loadChunk(import('./absences.tsx'));
}

/** What is shown when there is no such screen; `undefined` when there is. */
export function insteadOf(payload: PagePayload): ReactNode {
  const absence = absenceOf(payload);
  if (absence) {
    const Absence = absences![absence];
    return <Absence />;
  }
  if (payload.status === 503) return <Offline />;
  if (payload.screen === 'error') return <ErrorScreen errorId={payload.props.errorId} />;
  if (payload.status === 500) return <ErrorScreen />;
  return undefined;
}

function absenceOf({ screen, status }: PagePayload): keyof Absences | undefined {
  if (screen === 'busy') return 'Busy';
  if (status === 503) return undefined;
  if (status === 404 || screen === 'notFound') return 'NotFound';
  if (status === 410 || screen === 'gone') return 'Gone';
  return undefined;
}
