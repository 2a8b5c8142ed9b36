import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Milliseconds the words stay in the region that is announced; screen readers have taken them up by then. */
const ANNOUNCEMENT_DURATION = 5000;

/**
 * Words a screen reader is told at once. What is in the page from the start is not announced, so a region
 * beside it, empty at first, says it once more, and is emptied when that has been said.
 */
export function Announcement({ className, children }: { className?: string; children: ReactNode }) {
  const words = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    setAnnouncement(words.current?.textContent ?? '');
    const timer = setTimeout(() => setAnnouncement(''), ANNOUNCEMENT_DURATION);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div ref={words} className={className}>
        {children}
      </div>
      <p className="vh" role="alert">
        {announcement}
      </p>
    </>
  );
}
