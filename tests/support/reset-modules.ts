/** Resets the module registry before every test file, so that no module of an earlier file is reused. */
import { vi } from 'vitest';

vi.resetModules();
