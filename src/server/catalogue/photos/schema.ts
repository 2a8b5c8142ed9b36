import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { CoverGroundId } from '#domain/cover-grounds.ts';
import type { FocalPoint } from '#domain/images.ts';
import type { StockServiceId } from '#domain/studio/pictures.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/** A crop of a photograph, with the background color for a title that is shown on the crop. */
export interface StoredCrop extends FocalPoint {
  ground: CoverGroundId;
}

/** Photographs for articles. The images never change, and crops can only be added. */
export const photos = pgTable(
  'photos',
  {
    id: uuid().primaryKey(),
    source: text().$type<'upload' | StockServiceId>().notNull(),
    /** The photograph's ID at the stock photo service, or null for uploads. */
    sourceId: text('source_id'),
    /** The photographer's name. `userProfile` is the URL of a page about the photographer. */
    user: text().notNull(),
    userProfile: text('user_profile').notNull(),
    /** Name of the photo service, or null if the uploader took the photograph. */
    service: text(),
    alt: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The URL of the image, or null if Octavo stores the image (`photos/{id}.jpg`). */
    address: text(),
    /**
     * Crops of the photograph in the order of their creation. Picture keys contain the number of the crop, so the order
     * must not change.
     */
    crops: jsonb().$type<StoredCrop[]>().notNull(),
    /** The SHA-256 of the stored image file. */
    hash: text(),
    createdById: uuid('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [unique('photos_by_source').on(table.source, table.sourceId)],
);
