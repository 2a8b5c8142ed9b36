import { Link, useLocation } from 'react-router';
import { usePayload } from '#web/pages/use-page.ts';
import { Icon, type IconName } from '#web/ui/icons.tsx';

interface Section {
  name: string;
  path: string;
  icon: IconName;
  /** First path segments of its screens. */
  segments: readonly string[];
}

/** The four parts of the product, in the order of the bottom bar (spec 2, "Layout"). */
const SECTIONS: readonly Section[] = [
  { name: 'Home', path: '/', icon: 'home', segments: [''] },
  { name: 'Explore', path: '/articles', icon: 'explore', segments: ['articles', 'authors'] },
  { name: 'Profile', path: '/profile', icon: 'profile', segments: ['profile'] },
  { name: 'Settings', path: '/settings', icon: 'settings', segments: ['settings'] },
];

/** Links to the four sections, the reader's own marked; with icons where they stand as a bar. */
export function SectionLinks({ withIcons = false }: { withIcons?: boolean }) {
  const { pathname } = useLocation();
  const isArticle = usePayload()?.screen === 'article';
  const segment = isArticle ? 'articles' : (pathname.split('/')[1] ?? '');
  return SECTIONS.map(({ name, path, icon, segments }) => (
    <Link key={path} to={path} aria-current={currentness(path, pathname, segments, segment)}>
      {withIcons && <Icon name={icon} />}
      <span>{name}</span>
    </Link>
  ));
}

/** `page` on the section's own screen, `true` on one that lies under it. */
function currentness(
  path: string,
  pathname: string,
  segments: readonly string[],
  segment: string,
): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  return segments.includes(segment) ? 'true' : undefined;
}
