import { type ChangeEvent, useRef, useState } from 'react';
import { ApiError, sendPost } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { profileCopy } from '#web/copy/profile.ts';
import styles from './opml-controls.module.css';

const copy = profileCopy.following.opml;

/** Maximum length of a file in characters. The server accepts no longer ones. */
const MAX_LENGTH = 60_000;

interface ImportResponse {
  followed: string[];
  unknown: number;
  refusal: string | null;
}

interface OpmlControlsProps {
  /** True if the reader follows an author. */
  canExport: boolean;
  /** Called after authors were followed. */
  onImported: () => void;
}

/** A link that exports the followed authors for a feed reader, and a button that follows the authors in a file. */
export function OpmlControls({ canExport, onImported }: OpmlControlsProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  const [isImporting, setIsImporting] = useState(false);

  async function importFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    setIsImporting(true);
    await importFollows(file);
    setIsImporting(false);
    // The same file can be chosen again only if the field is empty.
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

/** Follows the authors in a file, and says in a toast what happened. */
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
