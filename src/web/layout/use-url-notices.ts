import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';

/**
 * Shows the notices that the server has added to the URL (`url-notices.ts`). Removes their parameters from the URL, so
 * that a reload or a bookmark does not show them again.
 */
export function useUrlNotices(): void {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!/[?&](signed-out|checkout)=/.test(search)) return;
    awaitChunk(import('./url-notices.ts')).then(
      ({ showUrlNotices }) =>
        navigate(
          { search: showUrlNotices(search), hash },
          { replace: true, preventScrollReset: true },
        ),
      (error: unknown) => logAndReportError(error, 'Failed to load notices'),
    );
  }, [search, hash, navigate]);
}
