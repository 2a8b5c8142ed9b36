import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';

/** Lines of one kind within a minute; the rest is counted. What a stranger or an outage can repeat fills no disk. */
const MOST_ALIKE = 10;
/** Kinds of lines that are told apart within a minute. */
const MOST_KINDS = 200;
/** Milliseconds. */
const MINUTE = 60_000;
/** From this level on lines are counted; the others are asked for by whoever looks for something. */
const WARN = pino.levels.values.warn!;
const FATAL = pino.levels.values.fatal!;

/**
 * The log of a process, one JSON object a line. Of warnings and errors that say the same, the first ten of a minute are
 * written; how many more there were, one line says at its end, or when the process ends.
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

/** What a line says, whatever it says it of. */
function textOf([first, second]: readonly unknown[]): string {
  const text = typeof first === 'string' ? first : (second ?? (first as Error | null)?.message);
  return String(text).slice(0, 200);
}
