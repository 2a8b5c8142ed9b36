import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Editor as ProseEditor } from '@tiptap/core';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { useParams } from 'react-router';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { ARTICLE_STALE_TIME, articleQuery } from '../../lib/article-queries.ts';
import { useCurrentMember } from '../../lib/current-member.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { useMediaQuery, WIDE_SCREEN_QUERY } from '../../lib/use-media-query.ts';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import {
  type ArticleEditor,
  type ArticleEditorContextValue,
  ArticleEditorProvider,
  type CaretPosition,
  createArticleEditor,
  type EditorPanel,
  hasUnpublishedChanges,
} from './article-editor.ts';
import { EditorBanners } from './banners.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { ClaimsPanel } from './claims-panel.tsx';
import {
  ArchiveDialog,
  EditConflictDialog,
  LibraryConflictDialog,
  UnsavedWorkDialog,
} from './conflict-dialogs.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { EditorBar, type EditorDialog } from './editor-bar.tsx';
import styles from './editor-screen.module.css';
import { EditorShortcutsDialog } from './editor-shortcuts-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { ManuscriptEditor } from './manuscript-editor.tsx';
import { findPanelOfPart, moveCaretToPart } from './manuscript-parts.ts';
import {
  ManuscriptStoreProvider,
  useManuscriptPart,
  useReplacementCount,
} from './manuscript-store.ts';
import { PanelTabs } from './panel-tabs.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { ProseToolbar } from './prose-toolbar.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { UndecidedConcernsDialog } from './undecided-concerns-dialog.tsx';
import { useAutosaveTriggers } from './use-autosave-triggers.ts';
import { useEditorShortcuts } from './use-editor-shortcuts.ts';
import { usePresence } from './use-presence.ts';
import { useUnsavedWork } from './use-unsaved-work.ts';

const words = copy.editor;

/** Shows the screen that edits an article. */
export function EditorScreen() {
  const { id = '' } = useParams();
  return <ArticleLoader key={id} id={id} />;
}

function ArticleLoader({ id }: { id: string }) {
  const queries = useQueryClient();
  const [isPrefetched] = useState(() => hasFreshArticle(queries, id));
  const query = useQuery(articleQuery(id));
  const member = useCurrentMember();
  // The cached article becomes stale when the editor closes, because other screens can change it. For example,
  // resolving a concern changes the article's text.
  useEffect(
    () => () => {
      const { queryKey } = articleQuery(id);
      void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    },
    [id, queries],
  );
  // The screen waits for a fresh version of the article. Each save is based on the loaded version, and the server
  // rejects saves that are based on an outdated version.
  const isFresh = query.isFetchedAfterMount || isPrefetched;
  return (
    <QueryBoundary
      query={{ ...query, data: isFresh && member ? query.data : undefined }}
      lines={12}
      parent={{ to: '/articles', name: words.toArticles }}
    >
      {(article) => <OpenArticle article={article} member={member!.id} />}
    </QueryBoundary>
  );
}

/** Returns true if the article was prefetched within {@link ARTICLE_STALE_TIME}. */
function hasFreshArticle(queries: QueryClient, id: string): boolean {
  const state = queries.getQueryState(articleQuery(id).queryKey);
  return (
    state?.data !== undefined &&
    !state.isInvalidated &&
    Date.now() - state.dataUpdatedAt < ARTICLE_STALE_TIME
  );
}

function OpenArticle({ article, member }: { article: EditorArticle; member: string }) {
  const queries = useQueryClient();
  const [editor] = useState(() => createArticleEditor(article, member, queries));
  return (
    <ManuscriptStoreProvider value={editor.store}>
      <EditorLayout editor={editor} article={article} />
    </ManuscriptStoreProvider>
  );
}

function EditorLayout({ editor, article }: { editor: ArticleEditor; article: EditorArticle }) {
  const { autosave } = editor;
  const isWide = useMediaQuery(WIDE_SCREEN_QUERY);
  const edition = useReplacementCount();
  const [title] = useManuscriptPart<string>('title');
  const [chosen, showPanel] = useState<EditorPanel>('write');
  const [caret, setCaret] = useState<CaretPosition>();
  const [activeEditor, setActiveEditor] = useState<ProseEditor>();
  const [opened, setOpened] = useState<EditorDialog>();
  const [newPassage, setNewPassage] = useState<string>();
  const [isUnsavedWorkOpen, setUnsavedWorkOpen] = useState(false);
  const [showsMissing, setShowsMissing] = useState(false);
  const [unsavedWork, nextUnsavedWork] = useUnsavedWork(editor);
  const others = usePresence(editor.id, article.others);
  const state = useSyncExternalStore(autosave.subscribe, () => autosave.state.kind);
  const panel = isWide && chosen === 'write' ? 'preview' : chosen;
  useDocumentTitle(title || words.untitled);
  useAutosaveTriggers(editor);

  const isComplete =
    article.status === 'published' && state === 'saved' && !hasUnpublishedChanges(article);
  const open = useCallback(
    (next: EditorDialog) => {
      if (next === 'publish' && (isComplete || article.status === 'archived'))
        return showToast({ kind: 'info', text: NOTHING_TO_PUBLISH[String(isComplete)]! });
      if (next === 'publish') setShowsMissing(true);
      setOpened(next);
    },
    [isComplete, article.status],
  );
  const goToPart = useCallback(
    (path: string) => {
      const to = findPanelOfPart(path);
      flushSync(() => {
        setOpened(undefined);
        if (to !== 'write' || !matchMedia(WIDE_SCREEN_QUERY).matches) showPanel(to);
      });
      // The part of the article is focused two frames later, because a closing dialog first returns the focus to its
      // opener.
      requestAnimationFrame(() => requestAnimationFrame(() => moveCaretToPart(editor, path)));
    },
    [editor],
  );
  const view = useMemo(
    (): ArticleEditorContextValue => ({
      ...editor,
      article,
      panel,
      showPanel,
      goToPart: goToPart,
      caret,
      setCaret: setCaret,
      activeEditor,
      showsMissing: showsMissing || panel === 'checks',
    }),
    [editor, article, panel, goToPart, caret, activeEditor, showsMissing],
  );
  useEditorShortcuts(editor, open);

  // The conflict dialog opens automatically only once. After the editor closes it, the banner still offers to resolve
  // the conflict.
  useEffect(() => {
    if (state === 'conflict') setOpened('conflict');
  }, [state]);

  /**
   * Returns a function that closes the given dialog. The function has no effect if another dialog, such as the conflict
   * dialog, has replaced it.
   */
  const closing = (dialog: EditorDialog) => () =>
    setOpened((current) => (current === dialog ? undefined : current));
  const link = () => open('link');
  const claim = () => {
    if (!activeEditor) return;
    const { from, to } = activeEditor.state.selection;
    showPanel('claims');
    setNewPassage(activeEditor.state.doc.textBetween(from, to, '\n'));
  };

  return (
    <ArticleEditorProvider value={view}>
      <div className={styles.editor} data-panel={panel}>
        <h1 className="vh" tabIndex={-1}>
          {title || words.untitled}
        </h1>
        <div className={styles.top}>
          <EditorBar onOpen={open} />
          <EditorBanners
            others={others}
            unsavedWork={unsavedWork}
            isConflict={state === 'conflict'}
            onOpen={open}
            onCompareUnsaved={() => setUnsavedWorkOpen(true)}
          />
        </div>
        <section className={styles.text} aria-label={words.text}>
          <div className={styles.tools}>
            <ProseToolbar editor={activeEditor} onLink={link} onClaim={claim} />
          </div>
          <ManuscriptEditor key={edition} onFocus={setActiveEditor} onLink={link} />
        </section>
        <aside className={styles.side} aria-label={words.side}>
          <PanelTabs isWide={isWide} panel={panel} onShow={showPanel} />
          <div className={styles.panel} hidden={panel !== 'preview'}>
            <DeferredContent isNow={panel === 'preview'}>
              <PreviewPane />
            </DeferredContent>
          </div>
          <div className={styles.panel} hidden={panel !== 'claims'}>
            <ClaimsPanel newPassage={newPassage} onNewPassage={setNewPassage} />
          </div>
          <div className={styles.panel} hidden={panel !== 'details'}>
            <DetailsPanel key={edition} />
          </div>
          <div className={styles.panel} hidden={panel !== 'checks'}>
            <ChecksPanel />
          </div>
        </aside>
        {!isWide && (
          <nav className={styles.thumb} aria-label={words.parts}>
            <PanelTabs isWide={isWide} panel={panel} onShow={showPanel} />
          </nav>
        )}
      </div>
      <PublishDialog isOpen={opened === 'publish'} onClose={closing('publish')} />
      <UndecidedConcernsDialog isOpen={opened === 'concerns'} onClose={closing('concerns')} />
      <ReviewDialog isOpen={opened === 'review'} onClose={closing('review')} />
      <ArchiveDialog isOpen={opened === 'archive'} onClose={closing('archive')} />
      <HistoryDialog isOpen={opened === 'history'} onClose={closing('history')} />
      <EditorShortcutsDialog isOpen={opened === 'help'} onClose={closing('help')} />
      <LinkDialog editor={activeEditor} isOpen={opened === 'link'} onClose={closing('link')} />
      <EditConflictDialog isOpen={opened === 'conflict'} onClose={closing('conflict')} />
      <LibraryConflictDialog isOpen={opened === 'library'} onClose={closing('library')} />
      {unsavedWork && (
        <UnsavedWorkDialog
          key={unsavedWork.tab}
          unsavedWork={unsavedWork}
          isOpen={isUnsavedWorkOpen}
          onClose={() => setUnsavedWorkOpen(false)}
          onDone={() => {
            setUnsavedWorkOpen(false);
            nextUnsavedWork();
          }}
        />
      )}
    </ArticleEditorProvider>
  );
}

const NOTHING_TO_PUBLISH: Readonly<Record<string, string>> = {
  true: copy.article.nothingToPublish,
  false: copy.article.archivedCannotPublish,
};

/**
 * Delays the first rendering of `children` until shortly after `isNow` is set. Afterwards, the children stay mounted.
 */
function DeferredContent({ isNow, children }: { isNow: boolean; children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isNow) return;
    const timer = setTimeout(() => setDue(true), 200);
    return () => clearTimeout(timer);
  }, [isNow]);
  return isDue && children;
}
