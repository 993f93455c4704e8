/** What a layer was painted from: while every fact is the same, so is the picture. */
export class PaintedFrom {
  private facts: readonly unknown[] | undefined;

  /** Keeps these facts, and tells whether they are others than those before. */
  isOther(facts: readonly unknown[]): boolean {
    const { facts: before } = this;
    this.facts = facts;
    return before?.length !== facts.length || facts.some((fact, index) => fact !== before[index]);
  }

  /** The layer is empty, or its fonts are others. */
  forget(): void {
    this.facts = undefined;
  }
}
