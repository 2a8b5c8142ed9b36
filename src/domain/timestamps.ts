import { z } from 'zod';

/** PostgreSQL's calendar has no year 0: 1 BC precedes AD 1. */
const HAS_YEAR = /^(?!0000)/;
const NO_YEAR = 'has no year 0';

/** Accepts a time that a `timestamptz` can hold, as ISO 8601 in UTC. */
export const timestampSchema = () => z.iso.datetime().regex(HAS_YEAR, NO_YEAR);

/** Accepts a date that a `date` can hold, as YYYY-MM-DD. */
export const dateSchema = () => z.iso.date().regex(HAS_YEAR, NO_YEAR);
