/**
 * Resets Vitest's module registry before every test file, so that no file gets a module instance from an earlier file.
 */
import { vi } from 'vitest';

vi.resetModules();
