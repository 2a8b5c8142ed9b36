import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Sort keys compare byte by byte on both databases. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** Millisecond precision: a cursor carries milliseconds, and a finer timestamp would lose rows. */
export const timestampColumn = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3 });
