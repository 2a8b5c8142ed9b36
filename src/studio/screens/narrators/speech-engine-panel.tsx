import { useRef, useState } from 'react';
import type { NarratorsReport, SpeechEngineKind } from '#domain/studio/narrators.ts';
import { copy } from '../../copy.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Fact, FactList } from '../../ui/fact-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './narrators.module.css';
import { describeRecordingTime } from './recording-costs.ts';
import { SpeechBudgetExhaustedNotice, SpeechServiceFacts } from './service-costs.tsx';
import { useChangeNarrationSettings } from './use-change-narration-settings.ts';

const words = copy.narrators;

/** Shows the speech engine in use, the time and disk space that it needs, and the other engines on this machine. */
export function SpeechEnginePanel({ report }: { report: NarratorsReport }) {
  const { engine, speed, bytes, disk, available, service } = report;
  const { note } = words.engines[engine.kind];
  const otherEngines = available.filter(({ isInUse }) => !isInUse);
  return (
    <Panel
      title={words.engine}
      action={
        engine.problem ? (
          <Badge tone="bad">{words.notHere}</Badge>
        ) : (
          <Badge tone="good">{words.speaks}</Badge>
        )
      }
    >
      <p className={styles.engine}>
        <b>{formatEngineName(engine)}</b>
        <span>{engine.problem ? `${engine.problem} ${words.notHereNote}` : note}</span>
      </p>
      {service && <SpeechBudgetExhaustedNotice service={service} />}
      <FactList>
        {service && <SpeechServiceFacts service={service} />}
        <Fact name={words.speed}>
          {speed
            ? words.speedOf(
                speed.toLocaleString('en-US', { maximumFractionDigits: speed < 10 ? 1 : 0 }),
                describeRecordingTime(report, 1)!,
              )
            : words.speedUnknown}
        </Fact>
        <Fact name={words.space}>
          {disk
            ? words.spaceOf(formatBytes(bytes), formatBytes(disk.free))
            : words.spaceInBucket(formatBytes(bytes))}
        </Fact>
      </FactList>
      {otherEngines.map((each) => (
        <OtherEngine key={each.kind} engine={each} report={report} />
      ))}
    </Panel>
  );
}

interface EngineProps {
  kind: SpeechEngineKind;
  name: string | null;
}

function formatEngineName({ kind, name }: EngineProps): string {
  const { name: label } = words.engines[kind];
  return name ? `${label}: ${name}` : label;
}

/** Shows an available engine that is not in use, with a button that switches to it. */
function OtherEngine({ engine, report }: { engine: EngineProps; report: NarratorsReport }) {
  const [isConfirming, setConfirming] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const changeSettings = useChangeNarrationSettings();
  const { name, note } = words.engines[engine.kind];
  const recordings = report.narrators.reduce(
    (sum, { recorded, outdated }) => sum + recorded + outdated,
    0,
  );
  const switchEngine = () =>
    changeSettings.mutate(
      { version: report.version, engine: engine.kind },
      { onSettled: () => setConfirming(false) },
    );
  return (
    <div className={styles.other}>
      <p className={styles.engine}>
        <b>{formatEngineName(engine)}</b>
        <span>{note}</span>
      </p>
      <Button className="btn btn-line" ref={opener} onClick={() => setConfirming(true)}>
        {words.use(name)}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        opener={opener}
        onClose={() => setConfirming(false)}
        title={words.useTitle(name)}
        action={words.useAction}
        isBusy={changeSettings.isPending}
        onConfirm={switchEngine}
      >
        {recordings ? words.switchNote(recordings) : words.fromNextRecording}
      </ConfirmDialog>
    </div>
  );
}
