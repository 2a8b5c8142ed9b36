import { CSPProvider } from '@base-ui/react/csp-provider';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { matchPath, Outlet, useLocation, useNavigation } from 'react-router';
import { STUDIO_ROLE_LABELS } from '#domain/studio/roles.ts';
import { Link } from '#ui/link.tsx';
import { Toaster } from '#ui/toast.tsx';
import { copy } from '../copy.ts';
import { CommandProvider } from '../lib/commands.ts';
import { useCurrentMember } from '../lib/current-member.ts';
import { focusScreenHeadingWhenRendered } from '../lib/focus.ts';
import { MOD_KEY_LABEL } from '../lib/key-labels.ts';
import { useListShortcuts } from '../lib/list-shortcuts.ts';
import { useOpenCounts } from '../lib/open-counts.ts';
import { useIdleCallback } from '../lib/use-idle-callback.ts';
import { NAVIGATION_GROUPS, STUDIO_SCREENS, type StudioScreen } from '../screens.ts';
import { Icon } from '../ui/icons.tsx';
import { CommandPalette } from './command-palette.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { NoticeList } from './notice-list.tsx';
import { AdministratorsOnly } from './screen-not-found.tsx';
import styles from './shell.module.css';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useFinishedRequestNotices } from './use-finished-request-notices.ts';

const words = copy.shell;

/** Shows the frame around every screen of the studio: the navigation, the command palette and the signed-in member. */
export function Shell() {
  const member = useCurrentMember();
  useFinishedRequestNotices();
  const { pathname } = useLocation();
  const isMoving = useNavigation().state !== 'idle';
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [areKeysOpen, setKeysOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const wasAt = useRef(pathname);
  const screens = STUDIO_SCREENS.filter(({ role }) => !role || role === member?.role);

  const here = STUDIO_SCREENS.find(({ path }) => matchPath(path, pathname));
  const isAllowed = !here?.role || here.role === member?.role;
  const next = here?.preload;
  useIdleCallback(
    useCallback(() => {
      // If preloading fails, the code is loaded again when the user opens the screen.
      if (next)
        findScreen(next)
          .load()
          .catch(() => undefined);
    }, [next]),
  );

  const showKeys = useCallback(() => setKeysOpen(true), []);
  // Screens that fill the window, such as the article editor, have their own keyboard shortcuts, so the list shortcuts
  // are disabled.
  const hasOwnKeys = here?.isFullWindow ?? false;
  useListShortcuts(hasOwnKeys, showKeys);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setPaletteOpen((isOpen) => !isOpen);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  useEffect(() => {
    if (wasAt.current === pathname) return;
    wasAt.current = pathname;
    setMenuOpen(false);
    scrollTo(0, 0);
    // The heading gets the focus, so that screen readers announce the new screen and the Tab key continues from the
    // heading.
    return focusScreenHeadingWhenRendered(main.current!);
  }, [pathname]);

  return (
    <CSPProvider disableStyleElements>
      <CommandProvider>
        <div className={styles.studio} data-alone={here?.isFullWindow || undefined}>
          <a className={styles.skip} href="#main">
            {words.skip}
          </a>
          <header className={styles.bar}>
            <Link className={styles.brand} to="/">
              Octavo <b>Studio</b>
            </Link>
            <button
              className={styles.find}
              type="button"
              onClick={() => setPaletteOpen(true)}
              aria-keyshortcuts="Meta+K Control+K"
            >
              <Icon name="search" />
              <span>{words.search}</span>
              <kbd>{MOD_KEY_LABEL} K</kbd>
            </button>
          </header>
          <nav className={styles.nav} aria-label="Studio">
            <Navigation screens={screens} />
            <footer className={styles.foot}>
              <a className={styles.item} href="/">
                <Icon name="out" />
                <span>{words.view}</span>
              </a>
              {/* Sign Out loads a page of the server instead of a screen, because the server must end the session. */}
              <a className={styles.item} href="/auth/signout">
                <Icon name="leave" />
                <span>{words.signOut}</span>
              </a>
              {member && (
                <p className={styles.member}>
                  <b>{member.name}</b>
                  <span>{STUDIO_ROLE_LABELS[member.role]}</span>
                </p>
              )}
            </footer>
          </nav>
          <main className={styles.main} id="main" ref={main} data-moving={isMoving || undefined}>
            <Suspense>{isAllowed ? <Outlet /> : member && <AdministratorsOnly />}</Suspense>
          </main>
          <nav className={styles.thumb} aria-label={words.atHand}>
            {screens
              .filter(({ isInTabBar }) => isInTabBar)
              .map((screen) => (
                <NavItem key={screen.path} screen={screen} />
              ))}
            <button type="button" className={styles.item} onClick={() => setMenuOpen(true)}>
              <Icon name="menu" />
              <span>{words.menu}</span>
              <OpenCount
                of={screens.flatMap(({ count, isInTabBar }) =>
                  count && !isInTabBar ? [count] : [],
                )}
              />
            </button>
          </nav>
        </div>
        <MenuSheet isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
          <Navigation screens={screens} />
        </MenuSheet>
        <CommandPalette
          isOpen={isPaletteOpen}
          onOpenChange={setPaletteOpen}
          screens={screens}
          onShowShortcuts={hasOwnKeys ? undefined : showKeys}
        />
        <ShortcutsDialog isOpen={areKeysOpen} onClose={() => setKeysOpen(false)} />
        <Toaster />
        <NoticeList />
      </CommandProvider>
    </CSPProvider>
  );
}

function findScreen(path: string): StudioScreen {
  return STUDIO_SCREENS.find((screen) => screen.path === path)!;
}

function Navigation({ screens }: { screens: readonly StudioScreen[] }) {
  return NAVIGATION_GROUPS.map((group) => {
    const own = screens.filter((screen) => screen.group === group);
    return (
      own.length > 0 && (
        <section key={group} className={styles.group}>
          {group && <h2>{group}</h2>}
          <ul>
            {own.map((screen) => (
              <li key={screen.path}>
                <NavItem screen={screen} />
              </li>
            ))}
          </ul>
        </section>
      )
    );
  });
}

function NavItem({ screen: { path, name, icon, count } }: { screen: StudioScreen }) {
  const { pathname } = useLocation();
  const isHere = path === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${path}/`);
  return (
    <Link className={styles.item} to={path} aria-current={isHere ? 'page' : undefined}>
      {icon && <Icon name={icon} />}
      <span>{name}</span>
      {count && <OpenCount of={[count]} />}
    </Link>
  );
}

/** Shows the number of items that wait for an editor, or nothing if there are none. */
function OpenCount({ of }: { of: readonly string[] }) {
  const counts = useOpenCounts();
  const open = of.reduce((sum, name) => sum + (counts?.[name] ?? 0), 0);
  if (!open) return null;
  return (
    <span className={styles.count}>
      <span>{open > 99 ? '99+' : open}</span>
      <span className="vh">{words.open}</span>
    </span>
  );
}
