import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A text column that is compared byte by byte, so that PGlite and PostgreSQL servers sort it in the same order. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/**
 * Creates a timestamp column with millisecond precision. Page tokens contain milliseconds, so a finer precision would
 * make pages skip rows.
 */
export const timestampColumn = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3 });
