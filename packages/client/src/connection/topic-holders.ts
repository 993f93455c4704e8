/** Which topics are wanted, by how many, and which of them the connection was told to send. */
export class TopicHolders {
  readonly #holders = new Map<string, number>();
  readonly #sent = new Set<string>();

  get wanted(): string[] {
    return [...this.#holders.keys()];
  }

  get sent(): string[] {
    return [...this.#sent];
  }

  acquire(topic: string): void {
    this.#holders.set(topic, (this.#holders.get(topic) ?? 0) + 1);
  }

  release(topic: string): void {
    const count = this.#holders.get(topic);
    if (count === undefined) return;
    if (count > 1) this.#holders.set(topic, count - 1);
    else this.#holders.delete(topic);
  }

  isSent(topic: string): boolean {
    return this.#sent.has(topic);
  }

  /** What has to be told so that the connection sends what is wanted; counts as told from now on. */
  align(): { readonly dropped: readonly string[]; readonly added: readonly string[] } {
    const dropped = this.sent.filter((topic) => !this.#holders.has(topic));
    const added = this.wanted.filter((topic) => !this.#sent.has(topic));
    for (const topic of dropped) this.#sent.delete(topic);
    for (const topic of added) this.#sent.add(topic);
    return { dropped, added };
  }

  /** A new connection was told nothing yet. */
  forgetSent(): void {
    this.#sent.clear();
  }

  clear(): void {
    this.#holders.clear();
    this.#sent.clear();
  }
}
