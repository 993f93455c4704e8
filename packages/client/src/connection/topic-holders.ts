/** The wanted topics, their number of holders, and the topics subscribed on the connection. */
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

  /** Subscription changes to send; they count as sent from now on. */
  align(): { readonly dropped: readonly string[]; readonly added: readonly string[] } {
    const dropped = this.sent.filter((topic) => !this.#holders.has(topic));
    const added = this.wanted.filter((topic) => !this.#sent.has(topic));
    for (const topic of dropped) this.#sent.delete(topic);
    for (const topic of added) this.#sent.add(topic);
    return { dropped, added };
  }

  /** A new connection has no subscriptions yet. */
  forgetSent(): void {
    this.#sent.clear();
  }

  clear(): void {
    this.#holders.clear();
    this.#sent.clear();
  }
}
