import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';

/**
 * Maximum number of lines with the same text that are logged within a minute. Further lines are only counted, so that
 * an attack or an outage does not fill the disk.
 */
const MOST_ALIKE = 10;
/**
 * Maximum number of different texts that are counted separately within a minute. All further texts are counted
 * together.
 */
const MOST_KINDS = 200;
const MINUTE = 60_000;
/**
 * Numeric level from which lines are counted. Lines of lower levels are always written, since an operator must enable
 * those levels explicitly.
 */
const WARN = pino.levels.values.warn!;
const FATAL = pino.levels.values.fatal!;

/**
 * Opens the log of a process, which writes one JSON object per line. Only the first ten warnings or errors with the
 * same text are written in each minute. The number of omitted lines is logged at the end of the minute, or when the
 * process exits.
 */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const plain = pino({ level }, destination);
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const sumUp = () => {
    clearTimeout(timer);
    timer = undefined;
    const more = [...counts]
      .map(([line, count]) => ({ line, count: count - MOST_ALIKE }))
      .filter(({ count }) => count > 0);
    counts.clear();
    if (more.length) plain.warn({ more }, 'Suppressed repeated log lines');
  };
  process.on('exit', sumUp);

  const isWorthWriting = (line: string): boolean => {
    timer ??= setTimeout(sumUp, MINUTE).unref();
    const kind = counts.has(line) || counts.size < MOST_KINDS ? line : '(other lines)';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MOST_ALIKE;
  };

  const logMethod = function (this: Logger, line: Parameters<LogFn>, write: LogFn, at: number) {
    const isCounted = at >= WARN && at < FATAL;
    if (!isCounted || isWorthWriting(textOf(line))) write.apply(this, line);
  };
  return pino({ level, hooks: { logMethod } }, destination);
}

/** Returns the constant text of a log line, which identifies repeated lines. */
function textOf([first, second]: readonly unknown[]): string {
  const text = typeof first === 'string' ? first : (second ?? (first as Error | null)?.message);
  return String(text).slice(0, 200);
}
