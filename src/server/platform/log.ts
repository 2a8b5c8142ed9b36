import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { redactSqlValues } from './errors/redact-sql-values.ts';

/** The ID of the request that is being handled. Log lines about the request contain this ID. */
export const requestIdStorage = new AsyncLocalStorage<{ reqId: string }>();

/**
 * Maximum number of log lines with the same message per minute. Further lines are only counted, so that an attack or an
 * outage does not fill the disk.
 */
const MAX_EQUAL_LINES = 10;
/**
 * Maximum number of different messages that are counted separately within a minute. All further messages share one
 * count.
 */
const MAX_COUNTED_MESSAGES = 200;
const MINUTE = 60_000;
/**
 * Lowest level at which repeated lines are limited. Lines at lower levels are not limited, because they are written
 * only if an operator has enabled these levels.
 */
const WARN = pino.levels.values.warn!;
const FATAL = pino.levels.values.fatal!;

/**
 * Opens a process's log, which contains one JSON object per line. Each minute, only the first ten warnings or errors
 * with the same message are written. The number of omitted lines is logged at the end of the minute, or when the
 * process exits.
 *
 * Log lines contain no personal data. For an error, only its name, message, stack, code and causes are written, without
 * the values of a failed query. Its other properties are omitted, because they may contain database rows, or requests
 * to and responses from other services.
 */
export function openLog(
  level: string,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options = {
    level,
    serializers: { err: (error: unknown) => serializeError(error) },
    mixin: () => requestIdStorage.getStore() ?? {},
  };
  const plain = pino(options, destination);
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  const logSuppressedLines = () => {
    clearTimeout(timer);
    timer = undefined;
    const more = [...counts]
      .map(([line, count]) => ({ line, count: count - MAX_EQUAL_LINES }))
      .filter(({ count }) => count > 0);
    counts.clear();
    if (more.length) plain.warn({ more }, 'Suppressed repeated log lines');
  };
  process.on('exit', logSuppressedLines);

  const shouldWrite = (message: string): boolean => {
    timer ??= setTimeout(logSuppressedLines, MINUTE).unref();
    const countedMessage =
      counts.has(message) || counts.size < MAX_COUNTED_MESSAGES ? message : '(other lines)';
    const count = (counts.get(countedMessage) ?? 0) + 1;
    counts.set(countedMessage, count);
    return count <= MAX_EQUAL_LINES;
  };

  const logMethod = function (
    this: Logger,
    parameters: Parameters<LogFn>,
    write: LogFn,
    lineLevel: number,
  ) {
    const isCounted = lineLevel >= WARN && lineLevel < FATAL;
    if (!isCounted || shouldWrite(getMessage(parameters))) write.apply(this, parameters);
  };
  return pino({ ...options, hooks: { logMethod } }, destination);
}

/** Maximum depth of nested causes that are logged for an error. */
const MAX_CAUSE_DEPTH = 5;

function serializeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  const causes = error instanceof AggregateError ? error.errors.slice(0, MAX_CAUSE_DEPTH) : [cause];
  const loggedCauses = causes.filter((each) => each instanceof Error && depth < MAX_CAUSE_DEPTH);
  return {
    type: error.name,
    ...redactSqlValues(error),
    ...(code !== undefined && { code }),
    ...(loggedCauses.length > 0 && {
      causes: loggedCauses.map((each) => serializeError(each, depth + 1)),
    }),
  };
}

/** Returns the message of a log line. Lines with the same message count as repeated. */
function getMessage([first, second]: readonly unknown[]): string {
  const message = typeof first === 'string' ? first : (second ?? (first as Error | null)?.message);
  return String(message).slice(0, 200);
}
