import './transitions.css';
import { type ReactNode, ViewTransition } from 'react';
import { Outlet, useLocation } from 'react-router';
import type { PagePayload, ScreenKind } from '#domain/page.ts';
import { ReadingSettingsButton } from '#web/features/appearance/reading-settings-button.tsx';
import { BookmarkButton } from '#web/features/bookmarks/bookmark-button.tsx';
import { MiniPlayerDock } from '#web/features/listening/mini-player-dock.tsx';
import { ListenButton } from '#web/features/listening/start-listening.tsx';
import { ShareDialogButton } from '#web/features/share/share-dialog-button.tsx';
import { usePageHead } from '#web/pages/head.ts';
import { usePayload } from '#web/pages/use-screen-props.ts';
import { getStatusScreen } from './get-status-screen.tsx';
import { PageFrame } from './page-frame.tsx';
import { CurrentPromptDialog } from './prompt-dialog.tsx';
import { ResumeAfterSignIn } from './resume-after-sign-in.tsx';
import { useRevalidateOnSessionChange } from './use-revalidate-on-session-change.ts';
import { useUrlNotices } from './use-url-notices.ts';

/**
 * Shows the frame around the current screen. If the payload has an error status, shows the matching status screen
 * instead.
 */
export function Layout() {
  const { pathname } = useLocation();
  const payload = usePayload();
  usePageHead(payload);
  useRevalidateOnSessionChange();
  useUrlNotices();
  return (
    <>
      <ResumeAfterSignIn />
      <PageFrame
        title={payload?.head.title}
        timestamp={payload?.props.timestamp ?? ''}
        actions={payload && renderActions(payload)}
        isLongList={payload && LIST_SCREENS.has(payload.screen)}
      >
        <ViewTransition key={pathname} default="none" enter="screen">
          <div>{(payload && getStatusScreen(payload)) ?? <Outlet />}</div>
        </ViewTransition>
      </PageFrame>
      <MiniPlayerDock />
      <CurrentPromptDialog />
    </>
  );
}

/** Screens with a scroll-to-top button (spec 2, "List screens"). */
const LIST_SCREENS: ReadonlySet<ScreenKind> = new Set(['feed', 'articles', 'bookmarks']);

/** Returns the buttons that the header shows for a screen. */
function renderActions({ screen, props }: PagePayload): ReactNode {
  if (screen !== 'article') return undefined;
  return (
    <>
      {props.article.hasAudio && (
        <ListenButton key={`listen ${props.article.id}`} article={props.article} />
      )}
      <BookmarkButton key={props.article.id} article={props.article} />
      <ReadingSettingsButton />
      <ShareDialogButton article={props.article} />
    </>
  );
}
