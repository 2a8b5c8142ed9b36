import { config } from 'zod';

/**
 * Disables zod's use of `eval`. The content security policy forbids it, and the browser would report zod's single
 * attempt as a violation.
 */
config({ jitless: true });
