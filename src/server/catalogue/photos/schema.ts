import { integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { CoverGroundId } from '#domain/cover-grounds.ts';
import type { FocalPoint } from '#domain/images.ts';
import type { StockPhotoServiceId } from '#domain/studio/pictures.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/** A crop of a photograph, and the background color for a title that is shown on it. */
export interface StoredCrop extends FocalPoint {
  ground: CoverGroundId;
}

/** The photographs that articles can show. An image never changes. Crops can be added, but not changed or removed. */
export const photos = pgTable(
  'photos',
  {
    id: uuid().primaryKey(),
    source: text().$type<'upload' | StockPhotoServiceId>().notNull(),
    /** The photograph's ID at the stock photo service. Null for uploaded photographs, and if the ID is unknown. */
    sourceId: text('source_id'),
    /** The photographer's name. The column `userProfile` contains the URL of a page about the photographer. */
    user: text().notNull(),
    userProfile: text('user_profile').notNull(),
    /** Name of the photo service that offers the photograph. Null if the person who uploaded it is the photographer. */
    service: text(),
    alt: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The URL of the image at the photo service. Null if Octavo stores the image (`photos/{id}.jpg`). */
    address: text(),
    /**
     * The crops of the photograph in the order in which they were created. The order must not change, because picture
     * keys contain crop numbers.
     */
    crops: jsonb().$type<StoredCrop[]>().notNull(),
    /** The SHA-256 digest of the image file that Octavo stores. */
    hash: text(),
    createdById: uuid('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [unique('photos_by_source').on(table.source, table.sourceId)],
);
