import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { copy } from '../copy.ts';
import { allArticlesQuery, articleEditorPath } from '../lib/article-queries.ts';
import { commandPath, useAvailableCommands } from '../lib/commands.ts';
import type { StudioScreen } from '../screens.ts';
import type { IconName } from '../ui/icons.tsx';

const words = copy.shell;

export interface PaletteEntry {
  id: string;
  name: string;
  detail: string;
  icon: IconName;
  /** Path of the studio screen that the entry opens. */
  to?: string;
  /** URL of the page outside the studio that the entry opens. */
  href?: string;
  /** Function that the entry runs instead of navigating. */
  run?: () => void;
}

/**
 * Commands that are available on every screen. Each command opens the screen that it belongs to, and then runs there.
 */
const GLOBAL_COMMANDS: readonly PaletteEntry[] = (
  [
    [words.newArticle, '/articles', 'begin'],
    [words.askForIdeas, '/ideas', 'ask'],
    [words.writeIdea, '/ideas', 'write'],
    [words.askForPersona, '/authors', 'ask'],
  ] as const
).map(([name, path, command]) => ({
  ...{
    id: `${path} ${command}`,
    name,
    detail: words.action,
    icon: 'add',
    to: commandPath(path, command),
  },
}));

/**
 * Returns the command palette's entries that match the typed text. An entry matches if each typed word is a prefix of a
 * word in the entry's name.
 */
export function usePaletteEntries(
  text: string,
  screens: readonly StudioScreen[],
  onShowShortcuts: (() => void) | undefined,
): PaletteEntry[] {
  const articles = useArticleEntries(useDeferredValue(text));
  const commands = useAvailableCommands();
  const entries: PaletteEntry[] = [
    ...commands.map(({ name, icon, keys = words.here, run }) => ({
      ...{ id: `here: ${name}`, name, detail: keys, icon, run },
    })),
    ...screens
      .filter(({ group }) => group !== undefined)
      .map(({ path, name, icon = 'articles', group }) => ({
        id: path,
        name,
        detail: group || words.studio,
        icon,
        to: path,
      })),
    ...GLOBAL_COMMANDS,
    ...(onShowShortcuts
      ? [{ id: 'keys', name: words.keys, detail: '?', icon: 'help', run: onShowShortcuts } as const]
      : []),
    {
      id: 'octavo',
      name: words.viewAsReader,
      detail: words.go,
      icon: 'out',
      href: '/',
    },
    {
      id: 'sign-out',
      name: words.signOut,
      detail: words.action,
      icon: 'leave',
      href: '/auth/signout',
    },
  ];
  return [...entries.filter(({ name }) => matches(name, text)), ...articles];
}

/** Maximum number of articles that the command palette lists. To find other articles, editors type more letters. */
const MAX_ARTICLES = 12;

/**
 * Returns the articles whose titles match the typed text, most recently saved first. Returns no articles if fewer than
 * two letters are typed.
 */
function useArticleEntries(text: string): PaletteEntry[] {
  const { data: allArticles } = useQuery(allArticlesQuery);
  return useMemo(() => {
    if (!allArticles || text.trim().length < 2) return [];
    return allArticles
      .filter(({ title }) => matches(title, text))
      .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt))
      .slice(0, MAX_ARTICLES)
      .map(({ id, title, author }) => ({
        id,
        name: title,
        detail: author,
        icon: 'articles',
        to: articleEditorPath(id),
      }));
  }, [allArticles, text]);
}

/** Returns true if each typed word is a prefix of a word in the name. */
function matches(name: string, text: string): boolean {
  const nameWords = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((prefix) => nameWords.some((word) => word.startsWith(prefix)));
}
