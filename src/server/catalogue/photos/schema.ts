import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { GroundId } from '#domain/grounds.ts';
import type { Focus } from '#domain/images.ts';
import type { StockServiceId } from '#domain/studio/pictures.ts';
import { moment } from '#server/platform/db/columns.ts';

/** What a cover shows of a photograph, and the colour a title stands on there. */
export interface StoredCrop extends Focus {
  ground: GroundId;
}

/** Photographs that articles can be shown with. Nothing of one changes; crops are added. */
export const photos = pgTable(
  'photos',
  {
    id: uuid().primaryKey(),
    source: text().$type<'upload' | StockServiceId>().notNull(),
    /** What the service it comes from calls it; null: somebody put it in. */
    sourceId: text('source_id'),
    /** Whose it is, and a page about them: never empty. */
    user: text().notNull(),
    userProfile: text('user_profile').notNull(),
    /** Where it comes from; null: whoever put it in made it. */
    service: text(),
    alt: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Where it is shown from; null: its bytes are kept here (`photos/{id}.jpg`). */
    address: text(),
    /** In the order they were made: a picture's key names one of them. */
    crops: jsonb().$type<StoredCrop[]>().notNull(),
    /** SHA-256 of the bytes that are kept. */
    hash: text(),
    createdById: uuid('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('photos_by_source').on(table.source, table.sourceId)],
);
