import { SwitchRow } from '#ui/switch-row.tsx';
import { historyCopy } from '#web/copy/history.ts';
import { ClearHistoryButton } from './clear-history-button.tsx';
import styles from './history-setting.module.css';
import { useKeepHistorySetting } from './use-keep-history-setting.ts';

const copy = historyCopy.switch;

/** The switch that turns the reading history on and off, and a button that clears the history. */
export function HistorySetting() {
  const { keepsHistory, isError, refetch, setKeepsHistory } = useKeepHistorySetting();
  return (
    <div className={styles.setting}>
      {isError && keepsHistory === undefined ? (
        <>
          <p>{copy.loadFailed}</p>
          <button className="btn btn-line" type="button" onClick={() => refetch()}>
            {copy.tryAgain}
          </button>
        </>
      ) : (
        <SwitchRow name={copy.name} isOn={keepsHistory} onChange={(isOn) => setKeepsHistory(isOn)}>
          {copy.text}
        </SwitchRow>
      )}
      <ClearHistoryButton />
    </div>
  );
}
