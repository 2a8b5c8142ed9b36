import type { FeedbackType } from '#domain/feedback.ts';

/** A fake of the API for one reader's feedback on one article. */
export class FeedbackServer {
  saved: FeedbackType | null = null;
  /** The requests: method, path, and the type if there is one. */
  calls: string[] = [];
  /** The status of all responses, if it refuses. */
  refusal: number | undefined;
  #pause = Promise.resolve();

  /** Holds back responses until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#pause = promise;
    return resolve;
  }

  /** Replaces the browser's `fetch`. Reads its state when a request arrives, not when it responds. */
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
