import { CSPProvider } from '@base-ui/react/csp-provider';
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { matchPath, Outlet, useLocation, useNavigation } from 'react-router';
import { Link } from '#ui/link.tsx';
import { Toaster } from '#ui/toast.tsx';
import { copy } from '../copy.ts';
import { CommandsContextProvider } from '../lib/commands.ts';
import { useCurrentMember } from '../lib/current-member.ts';
import { focusScreenHeadingWhenRendered } from '../lib/focus.ts';
import { MOD_KEY_LABEL } from '../lib/key-labels.ts';
import { useListShortcuts } from '../lib/list-shortcuts.ts';
import { useIdleCallback } from '../lib/use-idle-callback.ts';
import { STUDIO_SCREENS, type StudioScreen } from '../screens.ts';
import { Icon } from '../ui/icons.tsx';
import { CommandPalette } from './command-palette.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { Navigation, NavigationFooter, TabBar } from './navigation.tsx';
import { NoticeList } from './notice-list.tsx';
import { AdministratorsOnlyMessage } from './screen-not-found.tsx';
import styles from './shell.module.css';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useFinishedAiRequestNotices } from './use-finished-ai-request-notices.ts';

const words = copy.shell;

/**
 * Shows the frame around every screen of the studio: the navigation, the command palette, and the name of the signed-in
 * editor or administrator.
 */
export function Shell() {
  const member = useCurrentMember();
  useFinishedAiRequestNotices();
  const { pathname } = useLocation();
  const isNavigating = useNavigation().state !== 'idle';
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [areShortcutsOpen, setShortcutsOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const screens = STUDIO_SCREENS.filter(({ role }) => !role || role === member?.role);
  const currentScreen = STUDIO_SCREENS.find(({ path }) => matchPath(path, pathname));
  const isAllowed = !currentScreen?.role || currentScreen.role === member?.role;

  usePreloadWhenIdle(currentScreen?.preload);
  const showShortcuts = useCallback(() => setShortcutsOpen(true), []);
  // Screens that fill the window, such as the article editor, have their own keyboard shortcuts. The list shortcuts are
  // disabled on these screens.
  const hasOwnShortcuts = currentScreen?.isFullWindow ?? false;
  useListShortcuts(hasOwnShortcuts, showShortcuts);
  usePaletteShortcut(useCallback(() => setPaletteOpen((isOpen) => !isOpen), []));
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  useScreenStart(main, closeMenu);

  return (
    <CSPProvider disableStyleElements>
      <CommandsContextProvider>
        <div className={styles.studio} data-alone={currentScreen?.isFullWindow || undefined}>
          <a className={styles.skip} href="#main">
            {words.skip}
          </a>
          <TopBar onSearch={() => setPaletteOpen(true)} />
          <nav className={styles.nav} aria-label="Studio">
            <Navigation screens={screens} />
            <NavigationFooter member={member} />
          </nav>
          <main
            className={styles.main}
            id="main"
            ref={main}
            data-moving={isNavigating || undefined}
          >
            <Suspense>{isAllowed ? <Outlet /> : member && <AdministratorsOnlyMessage />}</Suspense>
          </main>
          <TabBar screens={screens} onMenu={() => setMenuOpen(true)} />
        </div>
        <MenuSheet isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
          <Navigation screens={screens} />
        </MenuSheet>
        <CommandPalette
          isOpen={isPaletteOpen}
          onOpenChange={setPaletteOpen}
          screens={screens}
          onShowShortcuts={hasOwnShortcuts ? undefined : showShortcuts}
        />
        <ShortcutsDialog isOpen={areShortcutsOpen} onClose={() => setShortcutsOpen(false)} />
        <Toaster />
        <NoticeList />
      </CommandsContextProvider>
    </CSPProvider>
  );
}

/** Loads the code of the screen with the given path while the browser is idle. */
function usePreloadWhenIdle(path: string | undefined): void {
  useIdleCallback(
    useCallback(() => {
      // If preloading fails, the code is loaded again when the user opens the screen.
      if (path)
        findScreen(path)
          .load()
          .catch(() => undefined);
    }, [path]),
  );
}

/** Calls `toggle` when the command palette's keyboard shortcut is pressed. */
function usePaletteShortcut(toggle: () => void): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, [toggle]);
}

/** Scrolls each new screen to its top and moves focus to its heading. Calls `onNavigate` first. */
function useScreenStart(main: RefObject<HTMLElement | null>, onNavigate: () => void): void {
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    onNavigate();
    scrollTo(0, 0);
    // The heading receives focus, so that screen readers announce the new screen and the Tab key continues from the
    // heading.
    return focusScreenHeadingWhenRendered(main.current!);
  }, [pathname, main, onNavigate]);
}

/** Shows the product's name and the button that opens the command palette. */
function TopBar({ onSearch }: { onSearch: () => void }) {
  return (
    <header className={styles.bar}>
      <Link className={styles.brand} to="/">
        Octavo <b>Studio</b>
      </Link>
      <button
        className={styles.find}
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Meta+K Control+K"
      >
        <Icon name="search" />
        <span>{words.search}</span>
        <kbd>{MOD_KEY_LABEL} K</kbd>
      </button>
    </header>
  );
}

function findScreen(path: string): StudioScreen {
  return STUDIO_SCREENS.find((screen) => screen.path === path)!;
}
