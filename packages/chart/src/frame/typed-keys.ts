/**
 * Keys typed on the chart. The first one opens a dialog whose code may be on its way; those that follow meanwhile belong into it, or
 * `45` would become two dialogs with a digit each.
 */
export class TypedKeys {
  private keys = '';

  /** `code`: asks for the dialog's code. `open` is called once for all keys that came until then, also when the code did not come. */
  add(key: string, code: (first: string) => Promise<unknown>, open: (keys: string) => void): void {
    this.keys += key;
    if (this.keys !== key) return;
    const finish = (): void => {
      const { keys } = this;
      this.keys = '';
      open(keys);
    };
    void code(key).then(finish, finish);
  }
}
