/**
 * Resets Vitest's module registry before every test file, so that no file gets a module instance of an earlier file.
 */
import { vi } from 'vitest';

vi.resetModules();
