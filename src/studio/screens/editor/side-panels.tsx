import { type ReactNode, useEffect, useState } from 'react';
import { copy } from '../../copy.ts';
import { useArticleEditor } from './article-editor.ts';
import { ChecksPanel } from './checks-panel.tsx';
import { ClaimsPanel } from './claims-panel.tsx';
import { DetailsPanel } from './details-panel.tsx';
import styles from './editor-screen.module.css';
import { useReplacementCount } from './manuscript-store.ts';
import { PanelTabs } from './panel-tabs.tsx';
import { PreviewPane } from './preview-pane.tsx';

interface SidePanelsProps {
  isWide: boolean;
  /**
   * The passage that the claim being added will cover, or an empty string if the claim has no passage yet. `undefined`
   * if no claim is being added.
   */
  newPassage: string | undefined;
  onNewPassage: (passage: string | undefined) => void;
}

/** Shows the chosen panel beside the text: the preview, the claims, the details or the checks. */
export function SidePanels({ isWide, newPassage, onNewPassage }: SidePanelsProps) {
  const { panel, showPanel } = useArticleEditor();
  const replacementCount = useReplacementCount();
  return (
    <aside className={styles.side} aria-label={copy.editor.side}>
      <PanelTabs isWide={isWide} panel={panel} onShow={showPanel} />
      <div className={styles.panel} hidden={panel !== 'preview'}>
        <DeferredContent isNow={panel === 'preview'}>
          <PreviewPane />
        </DeferredContent>
      </div>
      <div className={styles.panel} hidden={panel !== 'claims'}>
        <ClaimsPanel newPassage={newPassage} onNewPassage={onNewPassage} />
      </div>
      <div className={styles.panel} hidden={panel !== 'details'}>
        <DetailsPanel key={replacementCount} />
      </div>
      <div className={styles.panel} hidden={panel !== 'checks'}>
        <ChecksPanel />
      </div>
    </aside>
  );
}

/** Renders `children` once `isNow` has been true for 200 milliseconds, and keeps them mounted afterwards. */
function DeferredContent({ isNow, children }: { isNow: boolean; children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isNow) return;
    const timer = setTimeout(() => setDue(true), 200);
    return () => clearTimeout(timer);
  }, [isNow]);
  return isDue && children;
}
