import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { useWaitingEntryCounts } from '../../lib/waiting-entry-counts.ts';
import { Icon } from '../../ui/icons.tsx';
import styles from './open-queues.module.css';

const words = copy.dashboard;

/**
 * Queues of items that are waiting for an editor, in display order. `name` is the queue's key in the response to `GET
 * /counts`.
 */
const QUEUES = [
  { name: 'reviews', to: '/reviews', label: words.reviews },
  { name: 'reports', to: '/reports', label: words.reports },
  { name: 'messages', to: '/inbox', label: words.messages },
] as const;

/** Shows links to the queues that contain items, with the number of items in each queue. */
export function OpenQueues() {
  const counts = useWaitingEntryCounts();
  const openQueues = QUEUES.flatMap((queue) => {
    const count = counts?.[queue.name] ?? 0;
    return count ? [{ ...queue, count }] : [];
  });
  return (
    <section className={styles.waiting} aria-labelledby="waiting-for-you">
      <h2 id="waiting-for-you">{words.waiting}</h2>
      {openQueues.length > 0 ? (
        <ul>
          {openQueues.map(({ name, to, label, count }) => (
            <li key={name}>
              <Link className={styles.link} to={to}>
                <b>{count.toLocaleString('en-US')}</b> <span>{label(count)}</span>
                <Icon name="next" />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p>{counts ? words.allDone : copy.common.loading}</p>
      )}
    </section>
  );
}
