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
import { Banners } from './banners.tsx';
import { Bar, type Opened } from './bar.tsx';
import { Checks } from './checks.tsx';
import { ClaimsPanel } from './claims-panel.tsx';
import { ConcernsDialog } from './concerns-dialog.tsx';
import {
  type Desk,
  DeskProvider,
  type DeskView,
  hasChanges,
  openDesk,
  type Panel,
  type Place,
} from './desk.ts';
import { Details } from './details.tsx';
import styles from './editor.module.css';
import { Help } from './help.tsx';
import { History } from './history.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { StoreProvider, useEdition, usePart } from './manuscript-store.ts';
import { PanelTabs } from './panel-tabs.tsx';
import { focusPart, panelOf } from './parts.ts';
import { PreviewPane } from './preview-pane.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import {
  ArchiveDialog,
  SettleWithLibrary,
  SettleWithOthers,
  SettleWithUnsavedWork,
} from './settle.tsx';
import { ProseToolbar } from './toolbar.tsx';
import { useKeys } from './use-keys.ts';
import { usePresence } from './use-presence.ts';
import { useSaving } from './use-saving.ts';
import { useUnsavedWork } from './use-unsaved-work.ts';
import { Writing } from './writing.tsx';

const words = copy.editor;

/** An article, to be written. */
export function Editor() {
  const { id = '' } = useParams();
  return <Opening key={id} id={id} />;
}

function Opening({ id }: { id: string }) {
  const queries = useQueryClient();
  const [isPrefetched] = useState(() => hasFreshArticle(queries, id));
  const query = useQuery(articleQuery(id));
  const member = useCurrentMember();
  // What an editor leaves behind may be outdated at once: deciding about a concern of a review changes the text.
  useEffect(
    () => () => {
      const { queryKey } = articleQuery(id);
      void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    },
    [id, queries],
  );
  // Saving builds on the version the editor opened with: the server would refuse an older one.
  const isFresh = query.isFetchedAfterMount || isPrefetched;
  return (
    <QueryBoundary
      query={{ ...query, data: isFresh && member ? query.data : undefined }}
      lines={12}
      parent={{ to: '/articles', name: words.toArticles }}
    >
      {(article) => <Open article={article} member={member!.id} />}
    </QueryBoundary>
  );
}

/** Returns whether the article was prefetched a moment ago. */
function hasFreshArticle(queries: QueryClient, id: string): boolean {
  const state = queries.getQueryState(articleQuery(id).queryKey);
  return (
    state?.data !== undefined &&
    !state.isInvalidated &&
    Date.now() - state.dataUpdatedAt < ARTICLE_STALE_TIME
  );
}

function Open({ article, member }: { article: EditorArticle; member: string }) {
  const queries = useQueryClient();
  const [desk] = useState(() => openDesk(article, member, queries));
  return (
    <StoreProvider value={desk.store}>
      <Whole desk={desk} article={article} />
    </StoreProvider>
  );
}

function Whole({ desk, article }: { desk: Desk; article: EditorArticle }) {
  const { autosave } = desk;
  const isWide = useMediaQuery(WIDE_SCREEN_QUERY);
  const edition = useEdition();
  const [title] = usePart<string>('title');
  const [chosen, show] = useState<Panel>('write');
  const [place, setPlace] = useState<Place>();
  const [writing, setWriting] = useState<ProseEditor>();
  const [opened, setOpened] = useState<Opened>();
  const [claimBegun, beginClaim] = useState<string>();
  const [isKeptOpen, setKeptOpen] = useState(false);
  const [isStrict, setStrict] = useState(false);
  const [kept, nextKept] = useUnsavedWork(desk);
  const others = usePresence(desk.id, article.others);
  const state = useSyncExternalStore(autosave.subscribe, () => autosave.state.kind);
  const panel = isWide && chosen === 'write' ? 'preview' : chosen;
  useDocumentTitle(title || words.untitled);
  useSaving(desk);

  const isComplete = article.status === 'published' && state === 'saved' && !hasChanges(article);
  const open = useCallback(
    (next: Opened) => {
      if (next === 'publish' && (isComplete || article.status === 'archived'))
        return showToast({ kind: 'info', text: NOTHING_TO_PUBLISH[String(isComplete)]! });
      if (next === 'publish') setStrict(true);
      setOpened(next);
    },
    [isComplete, article.status],
  );
  const goTo = useCallback(
    (path: string) => {
      const to = panelOf(path);
      flushSync(() => {
        setOpened(undefined);
        if (to !== 'write' || !matchMedia(WIDE_SCREEN_QUERY).matches) show(to);
      });
      // After the dialog has given the focus back.
      requestAnimationFrame(() => requestAnimationFrame(() => focusPart(desk, path)));
    },
    [desk],
  );
  const view = useMemo(
    (): DeskView => ({
      ...desk,
      article,
      panel,
      show,
      goTo,
      place,
      setPlace,
      writing,
      isStrict: isStrict || panel === 'checks',
    }),
    [desk, article, panel, goTo, place, writing, isStrict],
  );
  useKeys(desk, open);

  // Whose version holds is asked once, and then stands above the text.
  useEffect(() => {
    if (state === 'conflict') setOpened('conflict');
  }, [state]);

  /** Closes one dialog. Another one may have opened in its place meanwhile, such as that of a conflict. */
  const closing = (dialog: Opened) => () =>
    setOpened((current) => (current === dialog ? undefined : current));
  const link = () => open('link');
  const claim = () => {
    if (!writing) return;
    const { from, to } = writing.state.selection;
    show('claims');
    beginClaim(writing.state.doc.textBetween(from, to, '\n'));
  };

  return (
    <DeskProvider value={view}>
      <div className={styles.desk} data-panel={panel}>
        <h1 className="vh" tabIndex={-1}>
          {title || words.untitled}
        </h1>
        <div className={styles.top}>
          <Bar onOpen={open} />
          <Banners
            others={others}
            kept={kept}
            isConflict={state === 'conflict'}
            onOpen={open}
            onKept={() => setKeptOpen(true)}
          />
        </div>
        <section className={styles.text} aria-label={words.text}>
          <div className={styles.tools}>
            <ProseToolbar editor={writing} onLink={link} onClaim={claim} />
          </div>
          <Writing key={edition} onFocus={setWriting} onLink={link} />
        </section>
        <aside className={styles.side} aria-label={words.side}>
          <PanelTabs isWide={isWide} panel={panel} onShow={show} />
          <div className={styles.panel} hidden={panel !== 'preview'}>
            <Later isNow={panel === 'preview'}>
              <PreviewPane />
            </Later>
          </div>
          <div className={styles.panel} hidden={panel !== 'claims'}>
            <ClaimsPanel begun={claimBegun} onBegin={beginClaim} />
          </div>
          <div className={styles.panel} hidden={panel !== 'details'}>
            <Details key={edition} />
          </div>
          <div className={styles.panel} hidden={panel !== 'checks'}>
            <Checks />
          </div>
        </aside>
        {!isWide && (
          <nav className={styles.thumb} aria-label={words.parts}>
            <PanelTabs isWide={isWide} panel={panel} onShow={show} />
          </nav>
        )}
      </div>
      <PublishDialog isOpen={opened === 'publish'} onClose={closing('publish')} />
      <ConcernsDialog isOpen={opened === 'concerns'} onClose={closing('concerns')} />
      <ReviewDialog isOpen={opened === 'review'} onClose={closing('review')} />
      <ArchiveDialog isOpen={opened === 'archive'} onClose={closing('archive')} />
      <History isOpen={opened === 'history'} onClose={closing('history')} />
      <Help isOpen={opened === 'help'} onClose={closing('help')} />
      <LinkDialog editor={writing} isOpen={opened === 'link'} onClose={closing('link')} />
      <SettleWithOthers isOpen={opened === 'conflict'} onClose={closing('conflict')} />
      <SettleWithLibrary isOpen={opened === 'library'} onClose={closing('library')} />
      {kept && (
        <SettleWithUnsavedWork
          key={kept.tab}
          kept={kept}
          isOpen={isKeptOpen}
          onClose={() => setKeptOpen(false)}
          onDone={() => {
            setKeptOpen(false);
            nextKept();
          }}
        />
      )}
    </DeskProvider>
  );
}

const NOTHING_TO_PUBLISH: Readonly<Record<string, string>> = {
  true: copy.article.nothingToPublish,
  false: copy.article.archivedCannotPublish,
};

/** Shows what can wait once the text is there; and keeps it. */
function Later({ isNow, children }: { isNow: boolean; children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    if (!isNow) return;
    const timer = setTimeout(() => setDue(true), 200);
    return () => clearTimeout(timer);
  }, [isNow]);
  return isDue && children;
}
