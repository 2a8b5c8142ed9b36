import { SingleBar } from 'cli-progress';

/** Milliseconds of work before a progress bar appears. */
const SHOW_AFTER = 1500;

/**
 * Returns a function that shows progress as a progress bar. The bar appears only if the work takes longer than
 * {@link SHOW_AFTER} milliseconds and the output is a terminal.
 */
export function createProgressBar(label: string): (done: number, total: number) => void {
  const startedAt = Date.now();
  let bar: SingleBar | undefined;
  return (done, total) => {
    if (!process.stdout.isTTY) return;
    if (!bar && Date.now() - startedAt > SHOW_AFTER && done < total) {
      bar = new SingleBar({ format: `  ${label} {bar} {value}/{total}`, hideCursor: true });
      bar.start(total, done);
    }
    bar?.update(done);
    if (done >= total) bar?.stop();
  };
}
