import { copy } from '../../copy.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import type { EditorPanelName } from './article-editor.ts';
import { useManuscriptProblems } from './checks-panel.tsx';
import styles from './editor-screen.module.css';

const words = copy.editor;

interface PanelTabsProps {
  isWide: boolean;
  panel: EditorPanelName;
  onShow: (panel: EditorPanelName) => void;
}

/**
 * Shows the buttons that select a panel of the editor. On a wide screen, the text is always visible, so there is no
 * button for it.
 */
export function PanelTabs({ isWide, panel, onShow }: PanelTabsProps) {
  const { blocking } = useManuscriptProblems();
  const names = (Object.keys(PANEL_TABS) as EditorPanelName[]).filter(
    (each) => !isWide || each !== 'write',
  );
  return (
    <div className={styles.tabs}>
      {names.map((each) => (
        <button key={each} type="button" aria-pressed={panel === each} onClick={() => onShow(each)}>
          {!isWide && <Icon name={PANEL_TABS[each].icon} />}
          <span>{PANEL_TABS[each].name}</span>
          {each === 'checks' && blocking.length > 0 && (
            <span className={styles.count}>
              <span>{blocking.length}</span>
              <span className="vh">{words.toFix}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

const PANEL_TABS: Readonly<Record<EditorPanelName, { name: string; icon: IconName }>> = {
  write: { name: words.write, icon: 'authors' },
  preview: { name: words.preview, icon: 'eye' },
  claims: { name: words.claims, icon: 'claim' },
  details: { name: words.details, icon: 'details' },
  checks: { name: words.checks, icon: 'check' },
};
