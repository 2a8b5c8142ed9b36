import { type FormEvent, useState } from 'react';
import { CLAIM_KINDS, type ClaimsFile, claimSchema } from '#domain/claims.ts';
import { copy } from '../../copy.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { CLAIM_LABELS, createSourceId } from './claim-labels.ts';
import styles from './dialogs.module.css';

const words = copy.claims;

type Claim = ClaimsFile['claims'][number];
type Source = ClaimsFile['sources'][number];

interface ClaimDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The claim to edit. Without one, a new claim that covers `passage`. */
  claim: Claim | undefined;
  passage: string;
  sources: readonly Source[];
  onDone: (claim: Claim, added: Source | undefined) => void;
}

/** Edits a claim: what it says, the passages it covers, its source, and counterarguments. */
export function ClaimDialog({ isOpen, onClose, ...form }: ClaimDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title={form.claim ? words.editClaim : words.newClaim}
      note={words.claimNote}
    >
      <ClaimForm {...form} onClose={onClose} />
    </Dialog>
  );
}

/** Option for a new source. */
const NEW_SOURCE = 'new';

function ClaimForm({ claim, passage, sources, onDone, onClose }: Omit<ClaimDialogProps, 'isOpen'>) {
  const [draft, setDraft] = useState({
    claim: claim?.claim ?? '',
    kind: claim?.kind ?? 'fact',
    covers: claim?.covers.join('\n') ?? passage,
    source: claim?.source ?? sources[0]?.id ?? NEW_SOURCE,
    cite: '',
    locator: claim?.locator ?? '',
    says: claim?.says ?? '',
    basis: claim?.basis ?? 'read',
    confidence: claim?.confidence ?? 'high',
    counter: claim?.counter ?? '',
  });
  const [wrong, setWrong] = useState('');
  const isSum = draft.kind === 'sum';
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });

  function submit(event: FormEvent) {
    event.preventDefault();
    const isNew = !isSum && draft.source === NEW_SOURCE;
    const cite = draft.cite.trim();
    const added: Source | undefined =
      isNew && cite
        ? {
            id: createSourceId(
              cite,
              sources.map(({ id }) => id),
            ),
            cite,
            kind: 'book',
          }
        : undefined;
    const parsed = claimSchema.safeParse({
      claim: draft.claim.trim(),
      kind: draft.kind,
      covers: draft.covers
        .split('\n')
        .map((each) => each.trim())
        .filter(Boolean),
      ...(!isSum && { source: isNew ? added?.id : draft.source, basis: draft.basis }),
      ...(draft.locator.trim() && { locator: draft.locator.trim() }),
      says: draft.says.trim(),
      confidence: draft.confidence,
      counter: draft.counter.trim(),
    });
    if (!parsed.success)
      return setWrong(
        MISSING_PART_MESSAGES[String(parsed.error.issues[0]!.path[0])] ??
          MISSING_PART_MESSAGES.claim!,
      );
    onDone(parsed.data, added);
    onClose();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextArea
        label={words.claim}
        rows={2}
        value={draft.claim}
        onChange={(text) => set({ claim: text })}
      />
      <TextArea
        label={words.quote}
        hint={words.quoteHint}
        rows={3}
        value={draft.covers}
        onChange={(text) => set({ covers: text })}
      />
      <div className={styles.pair}>
        <SelectField
          label={words.kind}
          choices={CLAIM_KINDS.map((kind) => [kind, CLAIM_LABELS.kinds[kind]])}
          value={draft.kind}
          onChange={(kind) => set({ kind: kind as Claim['kind'] })}
        />
        <SelectField
          label={words.certainty}
          choices={Object.entries(CLAIM_LABELS.confidence)}
          value={draft.confidence}
          onChange={(confidence) => set({ confidence: confidence as Claim['confidence'] })}
        />
      </div>
      {!isSum && (
        <>
          <SelectField
            label={words.source}
            choices={[
              ...sources.map(({ id, cite }): [string, string] => [id, cite]),
              [NEW_SOURCE, words.otherSource],
            ]}
            value={draft.source}
            onChange={(source) => set({ source })}
          />
          {draft.source === NEW_SOURCE && (
            <TextField
              label={words.sourceHint}
              maxLength={300}
              value={draft.cite}
              onChange={({ target }) => set({ cite: target.value })}
            />
          )}
          <div className={styles.pair}>
            <TextField
              label={words.locator}
              hint={words.locatorHint}
              value={draft.locator}
              onChange={({ target }) => set({ locator: target.value })}
            />
            <SelectField
              label={words.grounds}
              choices={Object.entries(CLAIM_LABELS.basis)}
              value={draft.basis}
              onChange={(basis) => set({ basis: basis as NonNullable<Claim['basis']> })}
            />
          </div>
        </>
      )}
      <TextArea
        label={isSum ? words.reckoned : words.sourceSays}
        rows={3}
        value={draft.says}
        onChange={(text) => set({ says: text })}
      />
      <TextArea
        label={words.against}
        rows={2}
        value={draft.counter}
        onChange={(text) => set({ counter: text })}
      />
      {wrong && (
        <p role="alert" className={styles.wrong}>
          {wrong}
        </p>
      )}
      <div className={styles.ways}>
        <button className="btn btn-line" type="button" onClick={onClose}>
          {words.cancel}
        </button>
        <button className="btn btn-red" type="submit">
          {claim ? words.saveClaim : words.addClaim}
        </button>
      </div>
    </form>
  );
}

/** Messages about missing parts, by the field of a claim. */
const MISSING_PART_MESSAGES: Readonly<Record<string, string>> = {
  claim: words.needClaim,
  covers: words.needQuote,
  source: words.needSource,
  says: words.needGrounds,
  counter: words.needAgainst,
};

interface TextAreaProps {
  label: string;
  hint?: string;
  rows: number;
  value: string;
  onChange: (text: string) => void;
}

function TextArea({ label, hint, rows, value, onChange }: TextAreaProps) {
  return (
    <Field label={label} hint={hint}>
      {(props) => (
        <textarea
          {...props}
          rows={rows}
          maxLength={4000}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps {
  label: string;
  choices: readonly (readonly [value: string, name: string])[];
  value: string;
  onChange: (value: string) => void;
}

function SelectField({ label, choices, value, onChange }: SelectFieldProps) {
  return (
    <Field label={label}>
      {(props) => (
        <select {...props} value={value} onChange={({ target }) => onChange(target.value)}>
          {choices.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
