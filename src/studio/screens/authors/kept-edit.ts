import { z } from 'zod';
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts';
import { draftSchema } from './persona-draft.ts';

const keptSchema = z.object({
  /** The version it was begun with. */
  base: z.string(),
  /** What that said. */
  begun: draftSchema,
  draft: draftSchema,
  at: z.iso.datetime(),
});

/** What was written of a persona and not saved, as this tab keeps it. */
export type KeptEdit = z.infer<typeof keptSchema>;

export function keepEdit(id: string, edit: Omit<KeptEdit, 'at'>): void {
  writeStored('sessionStorage', keyOf(id), { ...edit, at: new Date().toISOString() });
}

export function forgetEdit(id: string): void {
  removeStored('sessionStorage', keyOf(id));
}

/** What can be shown of it: it may be from another release. */
export function keptEditOf(id: string): KeptEdit | undefined {
  const kept = keptSchema.safeParse(readStored('sessionStorage', keyOf(id)));
  return kept.success ? kept.data : undefined;
}

function keyOf(id: string): string {
  return `studio:persona:${id}`;
}
