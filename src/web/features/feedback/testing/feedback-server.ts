import type { FeedbackType } from '#domain/feedback.ts';

/** What the API does with the feedback of one reader on one article. */
export class FeedbackServer {
  saved: FeedbackType | null = null;
  /** What it was asked: method, address, and the type where there is one. */
  calls: string[] = [];
  /** The status of every answer, when it refuses. */
  refusal: number | undefined;
  #pause = Promise.resolve();

  /** Makes it wait with its answers, until the function this returns is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pause = promise;
    return resolve;
  }

  /** To stand in for the browser's. What is read is read when the call arrives, not when it is answered. */
  fetch = async (url: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> => {
    const { feedbackType = null } = JSON.parse((body as string | undefined) ?? '{}');
    this.calls.push([method, url, feedbackType].filter(Boolean).join(' '));
    const { saved } = this;
    await this.#pause;
    signal?.throwIfAborted();
    if (this.refusal) return Response.json({ error: 'No.' }, { status: this.refusal });
    if (method === 'GET') return Response.json({ data: { feedbackType: saved } });
    this.saved = feedbackType;
    return new Response(null, { status: 204 });
  };
}
