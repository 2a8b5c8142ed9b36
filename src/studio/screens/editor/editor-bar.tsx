import { Menu } from '@base-ui/react/menu';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { ARTICLE_STATE_MACHINE, type ArticleEvent } from '#domain/statuses/article-states.ts';
import { findTransition, listAllowedEvents } from '#domain/statuses/state-machine.ts';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { articleDashboardPath } from '../../lib/article-queries.ts';
import { ARTICLE_STATUS_TONES } from '../../lib/article-status-tones.ts';
import { type PaletteCommand, useRegisterCommands } from '../../lib/commands.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { MOD_KEY_LABEL } from '../../lib/key-labels.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { isSavedVersionUnpublished, useArticleEditor } from './article-editor.ts';
import styles from './editor-bar.module.css';
import { useReviewWithUndecidedConcerns } from './review-with-undecided-concerns.ts';
import { SaveStatus } from './save-status.tsx';
import { useRunArticleAction } from './use-run-article-action.ts';

/** Names of the article editor's dialogs. */
export type EditorDialogName =
  | 'publish'
  | 'review'
  | 'concerns'
  | 'archive'
  | 'history'
  | 'shared-link'
  | 'help'
  | 'conflict'
  | 'library'
  | 'link';

/**
 * Article events that have their own button or menu item, and are therefore not listed with the other events in the
 * menu.
 */
const SEPARATE_EVENTS: ReadonlySet<ArticleEvent> = new Set(['publish', 'archive']);

const words = copy.article;

/** Shows the article's status, its save status and action buttons. */
export function EditorBar({ onOpen }: { onOpen: (dialog: EditorDialogName) => void }) {
  const { article } = useArticleEditor();
  const { status, manuscript } = article;
  const runAction = useRunArticleAction();
  const { mutate } = runAction;
  const hasConcerns = useReviewWithUndecidedConcerns() !== undefined;
  const runEvent = useCallback(
    (event: ArticleEvent) => {
      if (event === 'review') onOpen('review');
      else if (event === 'accept' && hasConcerns) onOpen('concerns');
      else mutate({ kind: 'event', event });
    },
    [hasConcerns, onOpen, mutate],
  );
  const navigate = useNavigate();
  const onShowFigures = useCallback(
    () => navigate(articleDashboardPath(article.id)),
    [navigate, article.id],
  );
  const onMarkRead = useCallback(() => mutate({ kind: 'read' }), [mutate]);
  const commands = useMemo(
    () => listCommands(article, { onOpen, onEvent: runEvent, onShowFigures, onMarkRead }),
    [article, onOpen, runEvent, onShowFigures, onMarkRead],
  );
  useRegisterCommands(commands);
  return (
    <header className={styles.bar}>
      <Link className={styles.back} to="/articles" aria-label={words.back}>
        <Icon name="previous" /> <span>{words.back}</span>
      </Link>
      <div className={styles.standing}>
        <StatusBadge machine={ARTICLE_STATE_MACHINE} state={status} tones={ARTICLE_STATUS_TONES} />
        {manuscript.publishAt && (
          <span className={styles.due} title={words.isScheduled}>
            <Icon name="clock" /> <span>{formatDateTime(manuscript.publishAt)}</span>
          </span>
        )}
        <SaveStatus />
      </div>
      <div className={styles.actions}>
        <PrimaryAction onOpen={onOpen} onEvent={runEvent} isBusy={runAction.isPending} />
        <MoreMenu
          onOpen={onOpen}
          onEvent={runEvent}
          onShowFigures={onShowFigures}
          onMarkRead={onMarkRead}
        />
      </div>
    </header>
  );
}

/** Returns the editor's actions as commands for the command palette. */
function listCommands(
  article: EditorArticle,
  { onOpen, onEvent, onShowFigures, onMarkRead }: MoreMenuProps,
): PaletteCommand[] {
  const { status, path } = article;
  const isPublished = status === 'published';
  const commands: PaletteCommand[] = listMenuEvents(article).map((event) => ({
    ...{ name: words.events[event], icon: 'next', run: () => onEvent(event) },
  }));
  if (status !== 'archived')
    commands.unshift({
      name: isPublished ? words.update : words.events.publish,
      ...{ icon: 'check', keys: `${MOD_KEY_LABEL} Enter`, run: () => onOpen('publish') },
    });
  if (status !== 'archived')
    commands.push({ name: words.events.archive, icon: 'trash', run: () => onOpen('archive') });
  if (canMarkRead(article)) commands.push({ name: words.markRead, icon: 'check', run: onMarkRead });
  commands.push(
    { name: words.history, icon: 'log', run: () => onOpen('history') },
    { name: words.figures, icon: 'dashboard', run: onShowFigures },
    { name: words.keys, icon: 'help', keys: `${MOD_KEY_LABEL} /`, run: () => onOpen('help') },
  );
  if (isPublished && path)
    commands.push(
      { name: words.sharedLink, icon: 'link', run: () => onOpen('shared-link') },
      { name: words.view, icon: 'out', run: () => openInNewTab(path) },
    );
  return commands;
}

/**
 * Lists the article events at the top of the menu. These are the allowed events except {@link SEPARATE_EVENTS}. Of
 * `restore` and `resume`, only the event that {@link getUnarchiveEvent} returns is included.
 */
function listMenuEvents(article: EditorArticle): ArticleEvent[] {
  const excludedEvent = getUnarchiveEvent(article) === 'restore' ? 'resume' : 'restore';
  return listAllowedEvents(ARTICLE_STATE_MACHINE, article.status, 'editor').filter(
    (event) => !SEPARATE_EVENTS.has(event) && event !== excludedEvent,
  );
}

/**
 * Returns the event that unarchives the article: `restore` if the article was published before, and otherwise `resume`.
 */
function getUnarchiveEvent({ path }: EditorArticle) {
  return path ? 'restore' : 'resume';
}

/**
 * Returns true if an editor can now confirm that they have read the published article. Until an
 * editor has confirmed it, the article tells readers that it was published without human review.
 */
function canMarkRead(article: EditorArticle): boolean {
  const { status, readByPersonOn } = article;
  return status === 'published' && !readByPersonOn && !isSavedVersionUnpublished(article);
}

function openInNewTab(path: string): void {
  window.open(path, '_blank', 'noopener');
}

interface PrimaryActionProps {
  onOpen: (dialog: EditorDialogName) => void;
  onEvent: (event: ArticleEvent) => void;
  isBusy: boolean;
}

function PrimaryAction({ onOpen, onEvent, isBusy }: PrimaryActionProps) {
  const { article, autosave } = useArticleEditor();
  const isSaved = useSyncExternalStore(autosave.subscribe, () => autosave.state.kind === 'saved');
  if (article.status === 'archived')
    return (
      <Button
        className={`btn btn-red ${styles.main}`}
        type="button"
        isBusy={isBusy}
        onClick={() => onEvent(getUnarchiveEvent(article))}
      >
        <span className={styles.long}>{words.events[getUnarchiveEvent(article)]}</span>
        <span className={styles.short}>
          {article.path ? words.shortRestore : words.shortResume}
        </span>
      </Button>
    );
  if (article.status === 'published')
    return !isSaved || isSavedVersionUnpublished(article) ? (
      <button
        className={`btn btn-red ${styles.main}`}
        type="button"
        onClick={() => onOpen('publish')}
      >
        <span className={styles.long}>{words.update}</span>
        <span className={styles.short}>{words.shortUpdate}</span>
      </button>
    ) : (
      <a
        className={`btn btn-line ${styles.main}`}
        href={article.path!}
        target="_blank"
        rel="noopener"
      >
        <span className={styles.long}>{words.view}</span>
        <span className={styles.short}>{words.shortView}</span>
      </a>
    );
  return (
    <button
      className={`btn btn-red ${styles.main}`}
      type="button"
      onClick={() => onOpen('publish')}
    >
      {words.events.publish}
    </button>
  );
}

interface MoreMenuProps extends Omit<PrimaryActionProps, 'isBusy'> {
  onShowFigures: () => void;
  onMarkRead: () => void;
}

function MoreMenu({ onOpen, onEvent, onShowFigures, onMarkRead }: MoreMenuProps) {
  const { article } = useArticleEditor();
  const events = listMenuEvents(article);
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-btn" aria-label={words.moreActions}>
        <Icon name="more" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} align="end" sideOffset={4}>
          <Menu.Popup className={styles.menu}>
            {events.map((event) => (
              <Menu.Item key={event} className={styles.item} onClick={() => onEvent(event)}>
                <b>{words.events[event]}</b>
                <span>{findTransition(ARTICLE_STATE_MACHINE, article.status, event)?.effect}</span>
              </Menu.Item>
            ))}
            {events.length > 0 && <Menu.Separator className={styles.rule} />}
            {canMarkRead(article) && (
              <Menu.Item className={styles.item} onClick={onMarkRead}>
                <b>{words.markRead}</b>
                <span>{words.markReadHint}</span>
              </Menu.Item>
            )}
            <Menu.Item className={styles.item} onClick={() => onOpen('history')}>
              <b>{words.history}</b>
            </Menu.Item>
            <Menu.Item className={styles.item} onClick={onShowFigures}>
              <b>{words.figures}</b>
            </Menu.Item>
            {article.path && article.status === 'published' && (
              <>
                <Menu.Item className={styles.item} onClick={() => onOpen('shared-link')}>
                  <b>{words.sharedLink}</b>
                </Menu.Item>
                <Menu.Item className={styles.item} onClick={() => openInNewTab(article.path!)}>
                  <b>{words.view}</b>
                </Menu.Item>
              </>
            )}
            <Menu.Item className={styles.item} onClick={() => onOpen('help')}>
              <b>{words.keys}</b>
            </Menu.Item>
            {article.status !== 'archived' && (
              <>
                <Menu.Separator className={styles.rule} />
                <Menu.Item className={styles.item} onClick={() => onOpen('archive')}>
                  <b>{words.events.archive}</b>
                  <span>
                    {article.status === 'published'
                      ? words.archivePublished
                      : words.archiveUnpublished}
                  </span>
                </Menu.Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
