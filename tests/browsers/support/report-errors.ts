/**
 * Sends each of the page's errors to a URL in a POST request. Runs in the page, so it must not use anything that is
 * defined outside this function.
 */
export function reportErrors(url: string): void {
  const report = (...parts: unknown[]) => {
    const texts = parts.map((part) =>
      part instanceof Error ? `${part.message}\n${part.stack}` : String(part),
    );
    navigator.sendBeacon(url, `${location.pathname}: ${texts.join(' ')}`);
  };
  addEventListener('error', ({ message, error }) => report(message, error));
  addEventListener('unhandledrejection', ({ reason }) => report('Unhandled rejection', reason));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    report(`The content security policy (${effectiveDirective}) refused ${blockedURI}`),
  );
  const { error } = console;
  console.error = (...parts) => {
    report('console.error', ...parts);
    error.apply(console, parts);
  };
}
