import { type ChangeEvent, useRef, useState } from 'react';
import { ApiError, sendPost } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { profileCopy } from '#web/copy/profile.ts';
import styles from './opml-controls.module.css';

const copy = profileCopy.following.opml;

/** Maximum length of an OPML file in characters. The server refuses longer files. */
const MAX_LENGTH = 60_000;

interface ImportResponse {
  followed: string[];
  unknown: number;
  refusal: string | null;
}

interface OpmlControlsProps {
  /** True if the reader follows at least one author, so that there is something to export. */
  canExport: boolean;
  /** Called after an import, even if it failed. */
  onImported: () => void;
}

/**
 * A link that exports the followed authors as an OPML file for feed readers, and a button that imports such a file. An
 * import follows the authors in the file.
 */
export function OpmlControls({ canExport, onImported }: OpmlControlsProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const [isImporting, setIsImporting] = useState(false);

  async function importFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    setIsImporting(true);
    await importFollows(file);
    setIsImporting(false);
    // The input is cleared, because choosing the same file again would otherwise fire no event.
    currentTarget.value = '';
    onImported();
  }

  return (
    <div className={styles.opml}>
      <p>{copy.text}</p>
      {canExport && (
        <a className="btn btn-line" href="/api/v1/users/me/following.opml" download>
          {copy.export}
        </a>
      )}
      <button
        className="btn btn-line needs-js"
        type="button"
        disabled={isImporting}
        onClick={() => fileInput.current?.click()}
      >
        {copy.import}
      </button>
      <input
        ref={fileInput}
        type="file"
        accept=".opml,.xml,text/x-opml"
        aria-label={copy.import}
        hidden
        onChange={importFile}
      />
    </div>
  );
}

/** Follows the authors in an OPML file. Shows the result in a toast. */
async function importFollows(file: File): Promise<void> {
  const opml = await file.text();
  if (opml.length > MAX_LENGTH) return showToast({ kind: 'error', text: copy.tooLarge });
  try {
    const { followed, unknown, refusal } = await sendPost<ImportResponse>(
      '/users/me/following/import',
      { opml },
    );
    showToast(
      refusal
        ? { kind: 'error', text: refusal }
        : { kind: 'success', text: copy.imported(followed.length, unknown) },
    );
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 400;
    if (!isRefused) logAndReportError(error, 'An OPML file could not be imported');
    showToast({ kind: 'error', text: isRefused ? error.message : copy.failed });
  }
}
