import type { ExploreTab } from './exploration.ts';

/** One of what a tab shows. */
const UNITS: Readonly<Record<ExploreTab, string>> = {
  '/articles': 'article',
  '/authors': 'author',
};

/** So many of what a tab shows, without the number: "article", "authors". */
export function unitOf(tab: ExploreTab, count: number): string {
  return count === 1 ? UNITS[tab] : `${UNITS[tab]}s`;
}

/** "1 article", "1,200 authors". */
export function inUnits(tab: ExploreTab, count: number): string {
  return `${count.toLocaleString('en-US')} ${unitOf(tab, count)}`;
}
