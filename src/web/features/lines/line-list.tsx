import { type MouseEvent, type Ref, useRef, useState } from 'react';
import { createLineHref, type Line } from '#domain/lines.ts';
import { Link } from '#ui/link.tsx';
import { showToast } from '#ui/toast.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { formatUtcDate } from '#web/lib/dates.ts';
import { saveNote } from './change-line.ts';
import { unkeepLine } from './kept-lines.ts';
import styles from './line-list.module.css';
import { createLinesUrl } from './lines-url.ts';
import { NoteField } from './note-field.tsx';

interface LineListProps {
  lines: readonly Line[];
  /** Called after a line was removed. */
  onRemoved: (id: string) => void;
  ref?: Ref<HTMLUListElement>;
}

/** Lines that a reader has kept. Consecutive lines from the same article share one heading. */
export function LineList({ lines, onRemoved, ref }: LineListProps) {
  async function remove({ id }: Line, { currentTarget }: MouseEvent<HTMLButtonElement>) {
    const row = currentTarget.closest('li');
    if (!(await unkeepLine(id))) return;
    // The pressed button disappears, so the focus moves to the next line.
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    next?.querySelector('button')?.focus();
    onRemoved(id);
    showToast({ kind: 'success', text: linesCopy.removed });
  }

  return (
    <ul className={styles.lines} ref={ref}>
      {lines.map((line, index) => (
        <li key={line.id}>
          {line.article.id !== lines[index - 1]?.article.id && <ArticleHeading line={line} />}
          <LineEntry line={line} onRemove={(event) => remove(line, event)} />
        </li>
      ))}
    </ul>
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
  onRemove: (event: MouseEvent<HTMLButtonElement>) => void;
}

/**
 * A kept line with its note, a link to its place in the article, and buttons that change the note or remove the line.
 */
function LineEntry({ line, onRemove }: LineEntryProps) {
  const { id, text, section, keptAt, article, isInArticle } = line;
  const [note, setNote] = useState(line.note);
  const [isEditing, setIsEditing] = useState(false);
  const noteButton = useRef<HTMLButtonElement>(null);
  const noteAction = note ? linesCopy.note.edit : linesCopy.note.add;

  function close() {
    setIsEditing(false);
    noteButton.current?.focus();
  }

  async function save(written: string): Promise<boolean> {
    if (!(await saveNote(id, written))) return false;
    setNote(written);
    close();
    return true;
  }

  return (
    <figure className={styles.line}>
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
      {isEditing && <NoteField note={note} onSave={save} onCancel={close} />}
      <figcaption className={styles.below}>
        <span>{linesCopy.kept(formatUtcDate(keptAt))}</span>
        {article.isPublished && (
          // Browsers scroll to the text in a URL only when they load a document.
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
