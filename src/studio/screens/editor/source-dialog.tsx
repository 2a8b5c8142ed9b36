import { type FormEvent, useState } from 'react';
import { type ClaimsFile, SOURCE_KINDS, sourceSchema } from '#domain/claims.ts';
import { copy } from '../../copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { CLAIM_LABELS, createSourceId } from './claim-labels.ts';
import styles from './dialogs.module.css';

const words = copy.claims;

type Source = ClaimsFile['sources'][number];

interface SourceFormProps {
  /** The source to edit. Without one, a new source. */
  source: Source | undefined;
  /** IDs of all sources. */
  taken: readonly string[];
  /** True if a claim uses the source, which therefore cannot be removed. */
  isUsed: boolean;
  onDone: (source: Source) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Edits a source, as readers see it below the article. */
export function SourceDialog({ isOpen, ...form }: SourceFormProps & { isOpen: boolean }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={form.source ? words.editSource : words.newSource}
      note={words.sourceNote}
    >
      <SourceForm {...form} />
    </Dialog>
  );
}

function SourceForm({ source, taken, isUsed, onDone, onRemove, onClose }: SourceFormProps) {
  const [cite, setCite] = useState(source?.cite ?? '');
  const [url, setUrl] = useState(source?.url ?? '');
  const [kind, setKind] = useState<Source['kind']>(source?.kind ?? 'book');
  const [wrong, setWrong] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const parsed = sourceSchema.safeParse({
      id: source?.id ?? createSourceId(cite, taken),
      cite: cite.trim(),
      ...(url.trim() && { url: url.trim() }),
      kind,
    });
    if (!parsed.success) return setWrong(String(parsed.error.issues[0]!.path[0]));
    onDone(parsed.data);
    onClose();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={words.sourceHint}
        maxLength={300}
        value={cite}
        isWrong={wrong === 'cite'}
        hint={wrong === 'cite' ? words.needSourceName : undefined}
        onChange={({ target }) => setCite(target.value)}
      />
      <TextField
        label={words.url}
        inputMode="url"
        maxLength={500}
        value={url}
        isWrong={wrong === 'url'}
        hint={wrong === 'url' ? words.urlWrong : words.urlHint}
        onChange={({ target }) => setUrl(target.value)}
      />
      <Field label={words.sourceKind}>
        {(props) => (
          <select
            {...props}
            value={kind}
            onChange={({ target }) => setKind(target.value as Source['kind'])}
          >
            {SOURCE_KINDS.map((each) => (
              <option key={each} value={each}>
                {CLAIM_LABELS.sources[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {source && isUsed && <p className="quiet">{words.inUse}</p>}
      <div className={styles.ways}>
        {source && !isUsed && (
          <button
            className="btn btn-line"
            type="button"
            onClick={() => {
              onRemove();
              onClose();
            }}
          >
            {words.remove}
          </button>
        )}
        <button className="btn btn-red" type="submit">
          {source ? words.saveSource : words.addTheSource}
        </button>
      </div>
    </form>
  );
}
