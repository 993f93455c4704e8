/** Inputs of a painted layer: while none changes, the layer is not repainted. */
export class PaintedFrom {
  private facts: readonly unknown[] | undefined;

  /** Stores these inputs; true if they differ from the previous ones. */
  isOther(facts: readonly unknown[]): boolean {
    const { facts: before } = this;
    this.facts = facts;
    return before?.length !== facts.length || facts.some((fact, index) => fact !== before[index]);
  }

  /** The layer is empty, or its fonts changed. */
  forget(): void {
    this.facts = undefined;
  }
}
