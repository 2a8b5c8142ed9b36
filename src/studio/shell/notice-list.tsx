import { useStore } from '#ui/lib/store.ts';
import { Link } from '#ui/link.tsx';
import { copy } from '../copy.ts';
import { Icon } from '../ui/icons.tsx';
import { closeNotice, type NoticeWithLink, noticeStore } from '../ui/notices.ts';
import styles from './notice-list.module.css';

/**
 * Shows the open notices. The live region is rendered even without notices, because screen readers announce only
 * changes in existing live regions.
 */
export function NoticeList() {
  const notices = useStore(noticeStore);
  return (
    <div className={styles.list} role="status" aria-atomic="false">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice: { id, text, link } }: { notice: NoticeWithLink }) {
  const close = () => closeNotice(id);
  return (
    <div className={styles.notice}>
      <p>{text}</p>
      {link.isOutside ? (
        <a className={styles.link} href={link.to} target="_blank" rel="noopener" onClick={close}>
          {link.name}
        </a>
      ) : (
        <Link className={styles.link} to={link.to} onClick={close}>
          {link.name}
        </Link>
      )}
      <button className="icon-btn" type="button" aria-label={copy.common.dismiss} onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  );
}
