import { useLocation } from 'react-router';
import { ALL_SCREENS, NAVIGATION_SECTIONS, type NavigationSectionId } from '#domain/screens.ts';
import { Icon } from '#ui/icons.tsx';
import { Link } from '#ui/link.tsx';
import { usePayload } from '#web/pages/use-screen-props.ts';

/** Section IDs, by the first segment of a screen's path. */
const SECTION_BY_SEGMENT = new Map<string, NavigationSectionId>(
  ALL_SCREENS.flatMap(({ path, section }) => (section ? [[getFirstSegment(path), section]] : [])),
);

/** Shows links to the app's four sections, and marks the current section. In the tab bar, each link has an icon. */
export function SectionLinks({ withIcons = false }: { withIcons?: boolean }) {
  const { pathname } = useLocation();
  const currentSection = useSection();
  return NAVIGATION_SECTIONS.map(({ id, name, path }) => (
    <Link
      key={path}
      to={path}
      // `aria-current` is `page` on the first screen of a section, and `true` on the section's other screens.
      aria-current={id !== currentSection ? undefined : pathname === path ? 'page' : 'true'}
    >
      {withIcons && <Icon name={id} />}
      <span>{name}</span>
    </Link>
  ));
}

/**
 * Returns the section of the current screen. Returns `undefined` for a missing page, because the server caches one page
 * for all missing URLs.
 */
function useSection(): NavigationSectionId | undefined {
  const { pathname } = useLocation();
  const payload = usePayload();
  if (payload?.status === 404) return undefined;
  return SECTION_BY_SEGMENT.get(
    payload?.screen === 'article' ? ':alias' : getFirstSegment(pathname),
  );
}

function getFirstSegment(path: string): string {
  return path.split('/')[1] ?? '';
}
