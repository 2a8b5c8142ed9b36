import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * Delay in milliseconds before the live region is cleared. Screen readers start to announce its text within this time.
 */
const ANNOUNCEMENT_DURATION = 5000;

/**
 * Text that screen readers announce as soon as it appears. Screen readers announce only changes in a live region that
 * is already on the page. The text is therefore copied to a separate live region, which is empty at first and is
 * cleared after the announcement.
 */
export function AnnouncedText({
  className,
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  const content = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    setAnnouncement(content.current?.textContent ?? '');
    const timer = setTimeout(() => setAnnouncement(''), ANNOUNCEMENT_DURATION);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div ref={content} className={className}>
        {children}
      </div>
      <p className="vh" role="alert">
        {announcement}
      </p>
    </>
  );
}
