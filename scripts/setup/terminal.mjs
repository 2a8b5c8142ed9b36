// @ts-check
/**
 * Shows the progress of the setup: as a bar on a terminal, and as a line every ten seconds in a
 * log.
 */

/**
 * The progress display of one step.
 * @typedef {object} Progress
 * @property {(part: string, done: number, of: number) => void} show updates the display; `part` is the progress as
 *   text, such as "20 of 90"
 * @property {(sentence: string) => void} say prints a sentence above the bar
 * @property {(line: string) => void} end replaces the bar with a line
 */

const BAR_WIDTH = 24;
const LINE_INTERVAL_MS = 10_000;

/** Starts the progress display of a setup step. @param {string} name the step's name @returns {Progress} */
export function startProgressDisplay(name) {
  return process.stdout.isTTY ? createBar(name) : createLineLog(name);
}

/**
 * Formats the time that has passed since `started`.
 * @param {number} started a value of `performance.now()`
 * @returns {string} such as "0.4 s", "38 s", "1 min 5 s"
 */
export function formatDurationSince(started) {
  const seconds = (performance.now() - started) / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const roundedSeconds = Math.round(seconds);
  return roundedSeconds < 60
    ? `${roundedSeconds} s`
    : `${Math.floor(roundedSeconds / 60)} min ${roundedSeconds % 60} s`;
}

/** Creates a progress display that shows a bar on a terminal. @param {string} name @returns {Progress} */
function createBar(name) {
  const started = performance.now();
  const clearLine = () => process.stdout.write('\r\u001b[K');
  return {
    show(part, done, of) {
      const filled = Math.round((BAR_WIDTH * Math.min(done, of)) / Math.max(of, 1));
      const track = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
      const line = `  ${name} ${track} ${part}, ${formatDurationSince(started)}`;
      clearLine();
      process.stdout.write(line.slice(0, (process.stdout.columns || 80) - 1));
    },
    say(sentence) {
      clearLine();
      console.log(`  ${sentence}`);
    },
    end(line) {
      clearLine();
      console.log(line);
    },
  };
}

/** Creates a progress display that prints lines to a log. @param {string} name @returns {Progress} */
function createLineLog(name) {
  const started = performance.now();
  let lastShown = started;
  return {
    show(part) {
      if (performance.now() - lastShown < LINE_INTERVAL_MS) return;
      lastShown = performance.now();
      console.log(`  ${name}: ${part}, ${formatDurationSince(started)}`);
    },
    say: (sentence) => console.log(`  ${sentence}`),
    end: (line) => console.log(line),
  };
}
