import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadChunk } from '#ui/lib/chunks.ts';
import { logError } from '#ui/lib/error-reports.ts';

/**
 * Tells a reader what has just been done for them elsewhere, as `url-notices.ts` knows by the address the server led
 * them to. It is taken out of the address once read, so that neither a reload nor a bookmark tells it again.
 */
export function useUrlNotices(): void {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!/[?&](signed-out|checkout)=/.test(search)) return;
    loadChunk(import('./url-notices.ts')).then(
      ({ consumeNotices }) =>
        navigate(
          { search: consumeNotices(search), hash },
          { replace: true, preventScrollReset: true },
        ),
      (error: unknown) => logError(error, 'Failed to load notices'),
    );
  }, [search, hash, navigate]);
}
