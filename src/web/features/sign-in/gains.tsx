import { TIER_LIMITS } from '#domain/tiers.ts';
import styles from './gains.module.css';

const { bookmarks, follows } = TIER_LIMITS.free;

/** What a free account brings (spec 6). */
const GAINS = [
  { name: 'Bookmark', gain: `Keep up to ${bookmarks} articles for later.` },
  {
    name: 'Follow',
    gain: `Choose up to ${follows} authors, and Home fills with what they write.`,
  },
  { name: 'Respond', gain: 'Say in one tap what an article did for you.' },
] as const;

/** What somebody signs in for. */
export function Gains() {
  return (
    <>
      <h2 className={`label ${styles.title}`}>What a free account brings</h2>
      <dl className={styles.gains}>
        {GAINS.map(({ name, gain }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{gain}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
