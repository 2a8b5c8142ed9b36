import { Icon } from '#web/ui/icons.tsx';
import type { HeardArticle } from './listening.ts';
import { listenToAll } from './start-listening.ts';

/** Plays articles one after the other: for readers with Premium, whose queue they come to stand in. */
export function ListenToAll({ articles }: { articles: readonly HeardArticle[] }) {
  return (
    <button
      className="btn btn-line needs-js premium-only"
      type="button"
      onClick={() => listenToAll(articles)}
    >
      <Icon name="listen" />
      Listen to all
    </button>
  );
}
