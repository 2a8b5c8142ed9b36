import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Editor as ProseEditor } from '@tiptap/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useParams } from 'react-router';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { copy } from '../../copy.ts';
import { ARTICLE_STALE_TIME, articleQuery } from '../../lib/article-queries.ts';
import { useCurrentMember } from '../../lib/current-member.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { useMediaQuery, WIDE_WINDOW_MEDIA_QUERY } from '../../lib/use-media-query.ts';
import { QueryContent } from '../../ui/query-content.tsx';
import {
  type ArticleEditor,
  type ArticleEditorContextValue,
  ArticleEditorProvider,
  type CaretPosition,
  createArticleEditor,
  type EditorPanelName,
} from './article-editor.ts';
import { EditorBanners } from './banners.tsx';
import { EditorBar } from './editor-bar.tsx';
import { EditorDialogs } from './editor-dialogs.tsx';
import styles from './editor-screen.module.css';
import { ManuscriptEditor } from './manuscript-editor.tsx';
import { findPanelOfPart, moveCaretToPart } from './manuscript-parts.ts';
import {
  ManuscriptStoreProvider,
  useManuscriptPart,
  useReplacementCount,
} from './manuscript-store.ts';
import { PanelTabs } from './panel-tabs.tsx';
import { ProseToolbar } from './prose-toolbar.tsx';
import { SidePanels } from './side-panels.tsx';
import { useAutosaveTriggers } from './use-autosave-triggers.ts';
import { useEditorDialogs } from './use-editor-dialogs.ts';
import { useEditorShortcuts } from './use-editor-shortcuts.ts';

const words = copy.editor;

/** Shows the screen for editing an article. */
export function EditorScreen() {
  const { id = '' } = useParams();
  return <ArticleLoader key={id} id={id} />;
}

function ArticleLoader({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const [isPrefetched] = useState(() => hasFreshArticle(queryClient, id));
  const query = useQuery(articleQuery(id));
  const member = useCurrentMember();
  // Marks the cached article as stale when the article editor closes, because other screens can change the article. For
  // example, resolving a review concern can change the text.
  useEffect(
    () => () => {
      const { queryKey } = articleQuery(id);
      void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    },
    [id, queryClient],
  );
  // The screen waits for a fresh version of the article, because the server rejects saves that are based on an outdated
  // version.
  const isFresh = query.isFetchedAfterMount || isPrefetched;
  return (
    <QueryContent
      query={{ ...query, data: isFresh && member ? query.data : undefined }}
      lines={12}
      parent={{ to: '/articles', name: words.toArticles }}
    >
      {(article) => <OpenArticle article={article} member={member!.id} />}
    </QueryContent>
  );
}

/** Returns true if the cached article was fetched less than {@link ARTICLE_STALE_TIME} ago. */
function hasFreshArticle(queryClient: QueryClient, id: string): boolean {
  const state = queryClient.getQueryState(articleQuery(id).queryKey);
  return (
    state?.data !== undefined &&
    !state.isInvalidated &&
    Date.now() - state.dataUpdatedAt < ARTICLE_STALE_TIME
  );
}

function OpenArticle({ article, member }: { article: EditorArticle; member: string }) {
  const queryClient = useQueryClient();
  const [editor] = useState(() => createArticleEditor(article, member, queryClient));
  return (
    <ManuscriptStoreProvider value={editor.store}>
      <EditorLayout editor={editor} article={article} />
    </ManuscriptStoreProvider>
  );
}

/** Lays out an open article: the bar at the top, the banners, the text, the side panels and the dialogs. */
function EditorLayout({ editor, article }: { editor: ArticleEditor; article: EditorArticle }) {
  const isWide = useMediaQuery(WIDE_WINDOW_MEDIA_QUERY);
  const replacementCount = useReplacementCount();
  const [title] = useManuscriptPart<string>('title');
  const [selectedPanel, showPanel] = useState<EditorPanelName>('write');
  const [caret, setCaret] = useState<CaretPosition>();
  const [activeEditor, setActiveEditor] = useState<ProseEditor>();
  const [newPassage, setNewPassage] = useState<string>();
  const { opened, open, close, closeAny, hasOpenedPublish } = useEditorDialogs(editor, article);
  const panel = isWide && selectedPanel === 'write' ? 'preview' : selectedPanel;
  useDocumentTitle(title || words.untitled);
  useAutosaveTriggers(editor);
  useEditorShortcuts(editor, open);

  const goToPart = useCallback(
    (path: string) => {
      const targetPanel = findPanelOfPart(path);
      flushSync(() => {
        closeAny();
        if (targetPanel !== 'write' || !matchMedia(WIDE_WINDOW_MEDIA_QUERY).matches)
          showPanel(targetPanel);
      });
      // Waits two frames before moving the caret, because the closing dialog first returns focus to the element that
      // opened it.
      requestAnimationFrame(() => requestAnimationFrame(() => moveCaretToPart(editor, path)));
    },
    [editor, closeAny],
  );
  const contextValue = useMemo(
    (): ArticleEditorContextValue => ({
      ...editor,
      article,
      panel,
      showPanel,
      goToPart,
      caret,
      setCaret,
      activeEditor,
      marksMissingParts: hasOpenedPublish || panel === 'checks',
    }),
    [editor, article, panel, goToPart, caret, activeEditor, hasOpenedPublish],
  );

  const openLinkDialog = () => open('link');
  const addClaim = () => {
    if (!activeEditor) return;
    const { from, to } = activeEditor.state.selection;
    showPanel('claims');
    setNewPassage(activeEditor.state.doc.textBetween(from, to, '\n'));
  };

  return (
    <ArticleEditorProvider value={contextValue}>
      <div className={styles.editor} data-panel={panel}>
        <h1 className="vh" tabIndex={-1}>
          {title || words.untitled}
        </h1>
        <div className={styles.top}>
          <EditorBar onOpen={open} />
          <EditorBanners onOpen={open} />
        </div>
        <section className={styles.text} aria-label={words.text}>
          <div className={styles.tools}>
            <ProseToolbar editor={activeEditor} onLink={openLinkDialog} onClaim={addClaim} />
          </div>
          <ManuscriptEditor
            key={replacementCount}
            onFocus={setActiveEditor}
            onLink={openLinkDialog}
          />
        </section>
        <SidePanels isWide={isWide} newPassage={newPassage} onNewPassage={setNewPassage} />
        {!isWide && (
          <nav className={styles.thumb} aria-label={words.parts}>
            <PanelTabs isWide={isWide} panel={panel} onShow={showPanel} />
          </nav>
        )}
      </div>
      <EditorDialogs opened={opened} onClose={close} />
    </ArticleEditorProvider>
  );
}
