import { z } from 'zod';

/** Excludes the year 0, since 1 BC is followed by AD 1 in PostgreSQL's calendar. */
const HAS_YEAR = /^(?!0000)/;
const NO_YEAR = 'has no year 0';

/** Returns a schema for times that a `timestamptz` column can hold, as ISO 8601 in UTC. */
export const timestampSchema = () => z.iso.datetime().regex(HAS_YEAR, NO_YEAR);

/** Returns a schema for dates that a `date` column can hold, as YYYY-MM-DD. */
export const dateSchema = () => z.iso.date().regex(HAS_YEAR, NO_YEAR);
