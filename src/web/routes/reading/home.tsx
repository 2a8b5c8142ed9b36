import { usePayload } from '#web/pages/use-page.ts';
import { Feed } from './feed.tsx';
import { Landing } from './landing.tsx';

/** The first page: a reader's feed, and for everybody else what Octavo is (spec 2). */
export function Home() {
  return usePayload()?.screen === 'feed' ? <Feed /> : <Landing />;
}
