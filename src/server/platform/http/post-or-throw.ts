/**
 * Sends a POST request to another service. Throws an Error if the response is not successful. `service` is the
 * service's name in the error message.
 */
export async function postOrThrow(
  service: string,
  url: string,
  request: Pick<RequestInit, 'headers' | 'body' | 'signal'>,
): Promise<void> {
  const { ok, status, body } = await fetch(url, { method: 'POST', ...request });
  await body?.cancel();
  if (!ok) throw new Error(`${service} responded with status ${status}.`);
}
