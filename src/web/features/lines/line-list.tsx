import { type Ref, useEffect, useId, useRef, useState } from 'react';
import { createLineHref, type Line } from '#domain/lines.ts';
import { Link } from '#ui/link.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { formatUtcDate } from '#web/lib/dates.ts';
import { fetchNote, saveNote } from './change-line.ts';
import { removeKeptLine, restoreLine } from './kept-lines.ts';
import styles from './line-list.module.css';
import { createLinesUrl } from './lines-url.ts';
import { NoteField } from './note-field.tsx';
import type { RecordedLineChanges } from './use-line-changes.ts';

interface LineListProps {
  /** The kept lines to show. They include a removed line if it can still be restored. */
  lines: readonly Line[];
  changes: RecordedLineChanges;
  ref?: Ref<HTMLUListElement>;
}

/**
 * The list of lines (passages) that a reader has kept. Consecutive lines from the same article share one heading. The
 * line that was removed most recently is replaced by a button that restores it.
 */
export function LineList({ lines, changes, ref }: LineListProps) {
  const [restoredId, setRestoredId] = useState<string>();

  async function remove({ id }: Line) {
    if (await removeKeptLine(id)) changes.remove(id, true);
  }

  async function restore(line: Line) {
    if (!(await restoreLine(line))) return;
    setRestoredId(line.id);
    changes.restore(line.id);
  }

  /**
   * Removes a line from the list after it was removed in another tab or on another device. Its focused control
   * disappears, so focus moves to the next line, or to the previous line if there is no next one.
   */
  function removeFromList({ id }: Line, figure: Element) {
    const row = figure.closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    next?.querySelector('button')?.focus();
    changes.remove(id, false);
  }

  return (
    <ul className={styles.lines} ref={ref}>
      {lines.map((line, index) => (
        <li key={line.id}>
          {line.article.id !== lines[index - 1]?.article.id && <ArticleHeading line={line} />}
          {line.id === changes.undoable ? (
            <RemovedLine line={line} onUndo={() => restore(line)} />
          ) : (
            <LineEntry
              line={line}
              note={changes.notes.get(line.id) ?? line.note}
              takesFocus={line.id === restoredId}
              onNote={(note) => changes.setNote(line.id, note)}
              onRemove={() => remove(line)}
              onRemovedElsewhere={(figure) => removeFromList(line, figure)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * The message for a removed line, with a button that restores the line. The button receives focus, because the pressed
 * button has disappeared.
 */
function RemovedLine({ line, onUndo }: { line: Line; onUndo: () => void }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current!.focus({ preventScroll: true }), []);
  return (
    <p className={styles.removed}>
      <span id={id}>{linesCopy.removed}</span>
      <button
        className="link reach"
        type="button"
        ref={button}
        aria-label={linesCopy.note.of(linesCopy.undo, line.text)}
        aria-describedby={id}
        onClick={onUndo}
      >
        {linesCopy.undo}
      </button>
    </p>
  );
}

function ArticleHeading({ line: { article } }: { line: Line }) {
  const { id, title, path, authorAlias, isPublished } = article;
  return (
    <header className={styles.article}>
      <h2>{isPublished ? <Link to={path}>{title}</Link> : title}</h2>
      <p className="meta">
        <span>{authorAlias}</span>
        <Link
          className="link reach"
          to={createLinesUrl({ article: id })}
          aria-label={linesCopy.onlyThisOf(title)}
        >
          {linesCopy.onlyThis}
        </Link>
      </p>
    </header>
  );
}

interface LineEntryProps {
  line: Line;
  note: string;
  /** True if the line was just restored and must receive focus. */
  takesFocus: boolean;
  onNote: (note: string) => void;
  onRemove: () => void;
  /**
   * Called with the line's element if saving a note shows that the line was removed in another tab or on another
   * device.
   */
  onRemovedElsewhere: (figure: Element) => void;
}

/**
 * A kept line: its text, its note, a link to the passage in the article, and buttons that change the note or remove the
 * line.
 */
function LineEntry(props: LineEntryProps) {
  const { line, note, takesFocus, onNote, onRemove, onRemovedElsewhere } = props;
  const { id, text, section, keptAt, article, isInArticle } = line;
  const [isEditing, setIsEditing] = useState(false);
  /**
   * The note that was saved in another tab or on another device while the reader was editing. `null` if that note could
   * not be loaded.
   */
  const [conflict, setConflict] = useState<string | null>();
  const figure = useRef<HTMLElement>(null);
  const noteButton = useRef<HTMLButtonElement>(null);
  const noteAction = note ? linesCopy.note.edit : linesCopy.note.add;
  useEffect(() => {
    if (takesFocus) noteButton.current!.focus({ preventScroll: true });
  }, [takesFocus]);

  function close() {
    setIsEditing(false);
    setConflict(undefined);
    noteButton.current?.focus();
  }

  async function save(newNote: string): Promise<boolean> {
    // After a conflict, the reader knows about the note that was saved elsewhere, so saving again replaces that note.
    const previous = conflict === undefined ? note : (conflict ?? undefined);
    const outcome = await saveNote(id, newNote, previous);
    if (outcome === 'changed') {
      const storedNote = await fetchNote(line);
      setConflict(storedNote ?? null);
      if (storedNote !== undefined) onNote(storedNote);
    }
    // The reader may have left the list during the request, so the line may no longer be on the page.
    if (outcome === 'removed' && figure.current) onRemovedElsewhere(figure.current);
    if (outcome !== 'saved') return false;
    onNote(newNote);
    close();
    return true;
  }

  return (
    <figure className={styles.line} ref={figure}>
      <blockquote>{text}</blockquote>
      {!isInArticle && (
        <p className={styles.changed}>
          {article.isPublished ? linesCopy.changed : linesCopy.withdrawn}
        </p>
      )}
      {note && !isEditing && (
        <div className={styles.note}>
          <p className="vh">{linesCopy.note.name}</p>
          <p>{note}</p>
        </div>
      )}
      {isEditing && <NoteField note={note} conflict={conflict} onSave={save} onCancel={close} />}
      <figcaption className={styles.below}>
        <span>{linesCopy.kept(formatUtcDate(keptAt))}</span>
        {article.isPublished && (
          // The URL contains a text fragment. Browsers scroll to a text fragment only when they load a new document, so
          // the link loads one.
          <Link className="link" to={createLineHref(line)} reloadDocument>
            {isInArticle ? linesCopy.place[section] : linesCopy.openArticle}
          </Link>
        )}
        <button
          className="link needs-js"
          type="button"
          ref={noteButton}
          aria-label={linesCopy.note.of(noteAction, text)}
          aria-expanded={isEditing}
          onClick={() => (isEditing ? close() : setIsEditing(true))}
        >
          {noteAction}
        </button>
        <button
          className="link needs-js"
          type="button"
          aria-label={linesCopy.note.of(linesCopy.remove, text)}
          onClick={onRemove}
        >
          {linesCopy.remove}
        </button>
      </figcaption>
    </figure>
  );
}
