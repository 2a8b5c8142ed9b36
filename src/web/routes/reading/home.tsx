import { usePayload } from '#web/pages/use-page.ts';
import { Feed } from './feed.tsx';
import { Landing } from './landing.tsx';

/** The home page, which is the feed for signed-in readers and the landing page for visitors (spec 2). */
export function Home() {
  return usePayload()?.screen === 'feed' ? <Feed /> : <Landing />;
}
