import { useLocation } from 'react-router';
import { STUDIO_ROLE_LABELS, type StudioMember } from '#domain/studio/roles.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../copy.ts';
import { useWaitingEntryCounts } from '../lib/waiting-entry-counts.ts';
import { NAVIGATION_GROUP_HEADINGS, type StudioScreen } from '../screens.ts';
import { Icon } from '../ui/icons.tsx';
import styles from './shell.module.css';

const words = copy.shell;

/** Shows links to the given screens, by group. */
export function Navigation({ screens }: { screens: readonly StudioScreen[] }) {
  return NAVIGATION_GROUP_HEADINGS.map((group) => {
    const groupScreens = screens.filter((screen) => screen.group === group);
    return (
      groupScreens.length > 0 && (
        <section key={group} className={styles.group}>
          {group && <h2>{group}</h2>}
          <ul>
            {groupScreens.map((screen) => (
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

/** Shows the links that lead out of the studio, and the signed-in member. */
export function NavigationFooter({ member }: { member: StudioMember | undefined }) {
  return (
    <footer className={styles.foot}>
      <a className={styles.item} href="/">
        <Icon name="out" />
        <span>{words.view}</span>
      </a>
      {/* Sign Out is not a client-side navigation, because the server must end the session. */}
      <a className={styles.item} href="/auth/signout">
        <Icon name="leave" />
        <span>{words.signOut}</span>
      </a>
      {/* Reserves space while the member is loading. Otherwise, the links would move when the name appears. */}
      <p className={styles.member}>
        <b>{member ? member.name : '\u00a0'}</b>
        <span>{member ? STUDIO_ROLE_LABELS[member.role] : '\u00a0'}</span>
      </p>
    </footer>
  );
}

interface TabBarProps {
  screens: readonly StudioScreen[];
  onMenu: () => void;
}

/**
 * Shows links to the most used screens at the bottom of a phone's screen, and a button that opens the menu of all
 * screens.
 */
export function TabBar({ screens, onMenu }: TabBarProps) {
  return (
    <nav className={styles.thumb} aria-label={words.atHand}>
      {screens
        .filter(({ isInTabBar }) => isInTabBar)
        .map((screen) => (
          <NavItem key={screen.path} screen={screen} />
        ))}
      <button type="button" className={styles.item} onClick={onMenu}>
        <Icon name="menu" />
        <span>{words.menu}</span>
        <OpenCount
          countKeys={screens.flatMap(({ count, isInTabBar }) =>
            count && !isInTabBar ? [count] : [],
          )}
        />
      </button>
    </nav>
  );
}

function NavItem({ screen: { path, name, icon, count } }: { screen: StudioScreen }) {
  const { pathname } = useLocation();
  const isCurrent = path === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${path}/`);
  return (
    <Link className={styles.item} to={path} aria-current={isCurrent ? 'page' : undefined}>
      {icon && <Icon name={icon} />}
      <span>{name}</span>
      {count && <OpenCount countKeys={[count]} />}
    </Link>
  );
}

/** Shows the number of items that are waiting for an editor. Renders nothing if there are none. */
function OpenCount({ countKeys }: { countKeys: readonly string[] }) {
  const counts = useWaitingEntryCounts();
  const total = countKeys.reduce((sum, name) => sum + (counts?.[name] ?? 0), 0);
  if (!total) return null;
  return (
    <span className={styles.count}>
      <span>{total > 99 ? '99+' : total}</span>
      <span className="vh">{words.open}</span>
    </span>
  );
}
