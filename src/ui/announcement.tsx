import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Milliseconds the text stays in the live region; screen readers have read it by then. */
const ANNOUNCEMENT_DURATION = 5000;

/**
 * Text that screen readers announce at once. They do not announce text that is in the page from the start, so a live
 * region beside it, empty at first, repeats it and is emptied afterwards.
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
