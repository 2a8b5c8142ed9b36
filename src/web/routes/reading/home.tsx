import { usePayload } from '#web/pages/use-page.ts';
import { Feed } from './feed.tsx';
import { Landing } from './landing.tsx';

/** The home page: the feed of a signed-in reader, or the landing page (spec 2). */
export function Home() {
  return usePayload()?.screen === 'feed' ? <Feed /> : <Landing />;
}
