import { and, eq, sql } from 'drizzle-orm';
import type { NarratorId } from '#domain/narrators.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import type { VoiceFingerprintsByNarrator } from './preparation.ts';
import { narrationSettings } from './schema.ts';

/** The narration settings that editors choose in the studio. They apply to all processes. */
export type NarrationSettings = Omit<typeof narrationSettings.$inferSelect, 'id' | 'changedAt'>;

/**
 * The settings that apply until an editor changes them. The speech engine is the one that the environment variables
 * select.
 */
const DEFAULT_NARRATOR_SETTINGS: NarrationSettings = {
  version: 0,
  engine: null,
  model: null,
  engineVersion: null,
  formerVoices: [],
  chosenVoices: {},
  recordAhead: 'new',
};

/** Maximum number of earlier voices whose recordings are still played. */
const MAX_FORMER_VOICES = 8;

/** Name of the PostgreSQL NOTIFY channel that announces changes to the settings. */
const CHANNEL = 'narrator_settings';
/** Milliseconds between two polls of the settings. Polling detects a change whose notification was lost. */
const POLL_INTERVAL = 10_000;

/** Returns the narration settings, or {@link DEFAULT_NARRATOR_SETTINGS} if no editor has changed them. */
export async function readNarrationSettings(queries: Queries): Promise<NarrationSettings> {
  const [row] = await queries.select().from(narrationSettings).where(eq(narrationSettings.id, 1));
  return row ?? DEFAULT_NARRATOR_SETTINGS;
}

/**
 * Returns a copy of the settings with an updated list of former voices. `replaced` contains the fingerprints of the
 * narrators' previous voices, and `inUse` contains those of their new voices. The voices that have just been replaced
 * come first in the list. Omits a fingerprint if all narrators use it now.
 */
export function buildSettingsWithFormerVoices(
  settings: NarrationSettings,
  replaced: VoiceFingerprintsByNarrator,
  inUse: VoiceFingerprintsByNarrator,
): NarrationSettings {
  const narrators = Object.keys(inUse) as NarratorId[];
  const changedNarrators = narrators.filter((narrator) => replaced[narrator] !== inUse[narrator]);
  const formerFingerprints = new Set([
    ...changedNarrators.map((narrator) => replaced[narrator]),
    ...settings.formerVoices,
  ]);
  const formerVoices = [...formerFingerprints].filter((each) =>
    narrators.some((narrator) => inUse[narrator] !== each),
  );
  return { ...settings, formerVoices: formerVoices.slice(0, MAX_FORMER_VOICES) };
}

/**
 * Saves new settings, and notifies all processes when the transaction commits. If `settings.version` is not the version
 * in the database, other settings have been saved in the meantime. In this case, returns false and saves nothing.
 */
export async function saveNarrationSettings(
  transaction: Queries,
  settings: NarrationSettings,
): Promise<boolean> {
  const values = { ...settings, version: settings.version + 1, changedAt: sql`now()` };
  const rows = settings.version
    ? await transaction
        .update(narrationSettings)
        .set(values)
        .where(and(eq(narrationSettings.id, 1), eq(narrationSettings.version, settings.version)))
        .returning({ version: narrationSettings.version })
    : await transaction
        .insert(narrationSettings)
        .values({ ...values, id: 1 })
        .onConflictDoNothing()
        .returning({ version: narrationSettings.version });
  if (!rows.length) return false;
  await transaction.execute(sql`SELECT pg_notify(${CHANNEL}, '')`);
  return true;
}

/**
 * Calls `apply` with the settings now, and again whenever any process changes them. If `isIncomplete` returns true, the
 * settings could not be applied completely, so `apply` is called again at regular intervals. Also polls the settings,
 * in case a notification was lost. Returns a function that stops watching.
 */
export async function watchNarrationSettings(
  { queries, listen }: Pick<Database, 'queries' | 'listen'>,
  apply: (settings: NarrationSettings) => void,
  isIncomplete: () => boolean,
): Promise<() => Promise<void>> {
  let appliedVersion = -1;
  const check = async () => {
    const settings = await readNarrationSettings(queries);
    if (settings.version === appliedVersion && !isIncomplete()) return;
    appliedVersion = settings.version;
    apply(settings);
  };
  // If the database is unavailable, this process continues with its current settings.
  const checkSafely = () => check().catch(() => {});
  const timer = setInterval(checkSafely, POLL_INTERVAL).unref();
  const stop = await listen(CHANNEL, checkSafely, checkSafely);
  await check();
  return async () => {
    clearInterval(timer);
    await stop();
  };
}
