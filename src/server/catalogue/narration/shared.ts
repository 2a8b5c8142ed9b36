/**
 * What many ask for at one moment, and is done once for all of them. It is not remembered: who asks once it is done has
 * it done anew.
 */
export class Shared<Result> {
  readonly #underWay = new Map<string, Promise<Result>>();

  /** Does what is asked for under this key, unless that is under way. */
  of(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.#underWay.get(key);
    if (known) return known;
    const begun = work().finally(() => {
      if (this.#underWay.get(key) === begun) this.#underWay.delete(key);
    });
    this.#underWay.set(key, begun);
    return begun;
  }

  /** Has whoever asks from now on share with nobody who asked before: it may have another outcome now. */
  part(): void {
    this.#underWay.clear();
  }
}
