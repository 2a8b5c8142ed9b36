import { TIER_BENEFITS } from '#domain/tiers.ts';
import { signInCopy } from '#web/copy/sign-in.ts';
import styles from './account-benefits.module.css';

const { bookmarks, follows } = TIER_BENEFITS.free;
const { benefits } = signInCopy;

/** The benefits of a free account (spec 6). */
const BENEFITS = [
  { name: benefits.bookmark.name, text: benefits.bookmark.text(bookmarks) },
  { name: benefits.follow.name, text: benefits.follow.text(follows) },
  { name: benefits.respond.name, text: benefits.respond.text },
] as const;

/** A list of the benefits of a free account. */
export function AccountBenefits() {
  return (
    <>
      <h2 className={`label ${styles.title}`}>{benefits.title}</h2>
      <dl className={styles.benefits}>
        {BENEFITS.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
