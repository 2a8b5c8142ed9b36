import { usePayload } from '#web/pages/use-screen-props.ts';
import { FeedScreen } from './feed.tsx';
import { LandingScreen } from './landing.tsx';

/** Shows the home page: the feed for signed-in readers, and the landing page for visitors (spec 2). */
export function HomeScreen() {
  return usePayload()?.screen === 'feed' ? <FeedScreen /> : <LandingScreen />;
}
