import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copy } from '../../copy.ts';
import { useCurrentMember } from '../../lib/current-member.ts';
import { QueryContent } from '../../ui/query-content.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { NarratorCards } from './narrator-cards.tsx';
import styles from './narrators.module.css';
import { stopPlayback } from './playback.ts';
import { narratorsQuery } from './queries.ts';
import { RecordAheadPanel } from './record-ahead-panel.tsx';
import { SpeechEnginePanel } from './speech-engine-panel.tsx';
import { UnfinishedRecordingsPanel } from './unfinished-recordings-panel.tsx';
import { VoiceInstallationPanel } from './voice-installation-panel.tsx';

const words = copy.narrators;

/** Shows the speech engine, the narrators with their voices and recording counts, and unfinished recordings. */
export function NarratorsScreen() {
  const query = useQuery(narratorsQuery);
  const member = useCurrentMember();
  useEffect(() => () => void stopPlayback(), []);
  return (
    <>
      <ScreenHeader title={words.title}>{words.note}</ScreenHeader>
      <QueryContent query={{ ...query, data: member && query.data }} lines={9}>
        {(report) => (
          <div className={styles.parts}>
            <SpeechEnginePanel report={report} />
            <VoiceInstallationPanel report={report} />
            <NarratorCards key={report.engine.kind} report={report} member={member!.id} />
            <RecordAheadPanel report={report} />
            <UnfinishedRecordingsPanel report={report} />
          </div>
        )}
      </QueryContent>
    </>
  );
}
