import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  type LetterPreview,
  type LetterTheme,
  MAX_FOLLOWED_AUTHORS_IN_PREVIEW,
} from '#domain/studio/letter-preview.ts';
import { copy } from '../../copy.ts';
import { useSearchableActiveAuthors } from '../../lib/author-queries.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { AuthorSearchField } from '../../ui/author-search-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import styles from './letter-preview.module.css';

const words = copy.letterPreview;

type LetterPart = 'html' | 'text';

const PART_CHOICES = [
  ['html', words.parts.html],
  ['text', words.parts.text],
] as const;
const THEME_CHOICES = [
  ['light', words.themes.light],
  ['dark', words.themes.dark],
] as const;

const previewQuery = (authors: string) =>
  queryOptions({
    queryKey: ['letter', authors],
    queryFn: ({ signal }) => studioApi.get<LetterPreview>('/letter', { authors }, signal),
    placeholderData: keepPreviousData,
  });

interface LetterPreviewDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Shows a dialog with the next weekly letter, as a reader who follows the chosen authors would receive it. */
export function LetterPreviewDialog({ isOpen, onClose }: LetterPreviewDialogProps) {
  const [selectedAliases, setSelectedAliases] = useState<ReadonlySet<string>>(new Set());
  const [part, setPart] = useState<LetterPart>('html');
  const [theme, setTheme] = useState<LetterTheme>('light');
  const authors = [...selectedAliases].toSorted().join();
  const query = useQuery({ ...previewQuery(authors), enabled: isOpen });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} note={words.note} isWide>
      <div className={styles.columns}>
        <div className={styles.choices}>
          <AuthorChoices selectedAliases={selectedAliases} onChange={setSelectedAliases} />
          <SelectField
            label={words.part}
            choices={PART_CHOICES}
            value={part}
            onChange={({ target }) => setPart(target.value as LetterPart)}
          />
          {part === 'html' && (
            <SelectField
              label={words.theme}
              choices={THEME_CHOICES}
              value={theme}
              onChange={({ target }) => setTheme(target.value as LetterTheme)}
            />
          )}
        </div>
        <div className={styles.letter}>
          <QueryContent query={query}>
            {(preview) => (
              <>
                <PreviewNotes preview={preview} hasAuthors={selectedAliases.size > 0} />
                {preview.letter && part === 'html' && (
                  <iframe
                    className={styles.frame}
                    title={words.frame}
                    src={`/api/v1/studio/letter/html?${new URLSearchParams({ authors, theme })}`}
                    sandbox="allow-popups allow-popups-to-escape-sandbox"
                  />
                )}
                {preview.letter && part === 'text' && (
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: needed for scrolling with the keyboard
                  <section className={styles.text} aria-label={words.frame} tabIndex={0}>
                    {preview.letter.text}
                  </section>
                )}
              </>
            )}
          </QueryContent>
        </div>
      </div>
    </Dialog>
  );
}

interface PreviewNotesProps {
  preview: LetterPreview;
  hasAuthors: boolean;
}

/**
 * Shows the subject of the letter. Also shows a note if the letter would be empty, if it has no articles by the chosen
 * authors, or if no mail server is set up.
 */
function PreviewNotes({
  preview: { letter, followedCount, isMailed },
  hasAuthors,
}: PreviewNotesProps) {
  return (
    <div role="status">
      {letter ? (
        <p className={styles.subject}>
          <span>{words.subject}</span> <b>{letter.subject}</b>
        </p>
      ) : (
        <p>{words.nothing}</p>
      )}
      {letter && hasAuthors && followedCount === 0 && (
        <p className={styles.note}>{words.nothingNew}</p>
      )}
      {!isMailed && <p className={styles.note}>{words.noMail}</p>}
    </div>
  );
}

interface AuthorChoicesProps {
  /** Aliases of the chosen authors. */
  selectedAliases: ReadonlySet<string>;
  onChange: (selectedAliases: ReadonlySet<string>) => void;
}

/**
 * Shows the checkboxes that choose which authors the preview's reader follows. Chosen authors stay visible during a
 * search.
 */
function AuthorChoices({ selectedAliases, onChange }: AuthorChoicesProps) {
  const { authors, search } = useSearchableActiveAuthors();
  const limitNoteId = useId();
  const isFull = selectedAliases.size >= MAX_FOLLOWED_AUTHORS_IN_PREVIEW;
  const aliases = new Set([...selectedAliases, ...(authors ?? []).map(({ alias }) => alias)]);
  return (
    <fieldset className={styles.authors}>
      <legend>{words.follows}</legend>
      <AuthorSearchField search={search} />
      <div className={styles.list}>
        {[...aliases].map((alias) => (
          <label key={alias}>
            <input
              type="checkbox"
              checked={selectedAliases.has(alias)}
              disabled={!selectedAliases.has(alias) && isFull}
              aria-describedby={isFull ? limitNoteId : undefined}
              onChange={({ target }) => {
                const next = new Set(selectedAliases);
                if (target.checked) next.add(alias);
                else next.delete(alias);
                onChange(next);
              }}
            />
            {alias}
          </label>
        ))}
      </div>
      {isFull && <p id={limitNoteId}>{words.tooMany(MAX_FOLLOWED_AUTHORS_IN_PREVIEW)}</p>}
    </fieldset>
  );
}
