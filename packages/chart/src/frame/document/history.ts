import { applyCommand, type ChartDocument, type DocumentCommand } from './chart-document.ts';

const MOST_STEPS = 500;

/** A command, and the document that it was applied to, or led to once it is undone. */
interface Step {
  readonly document: ChartDocument;
  readonly command: DocumentCommand;
}

/** The document with the way back and forth. A document is never changed, so a step is kept as the document that was. */
export class DocumentHistory {
  private present: ChartDocument;
  private past: Step[] = [];
  private future: Step[] = [];
  private readonly onChange: (document: ChartDocument, isLoaded: boolean) => void;

  /** `isLoaded`: the document was stored, not edited here. */
  constructor(document: ChartDocument, onChange: (document: ChartDocument, isLoaded: boolean) => void) {
    this.present = document;
    this.onChange = onChange;
  }

  get document(): ChartDocument {
    return this.present;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  apply(command: DocumentCommand): void {
    const next = applyCommand(this.present, command);
    if (next === this.present) return;
    this.past = [...this.past, { document: this.present, command }].slice(-MOST_STEPS);
    this.future = [];
    this.become(next);
  }

  undo(): void {
    const before = this.past.pop();
    if (before === undefined) return;
    this.future.push({ ...before, document: this.present });
    this.become(before.document);
  }

  redo(): void {
    const after = this.future.pop();
    if (after === undefined) return;
    this.past.push({ ...after, document: this.present });
    this.become(after.document);
  }

  /** Another document, for example a stored one: nothing of the former can be undone in it. */
  load(document: ChartDocument): void {
    this.past = [];
    this.future = [];
    this.become(document, true);
  }

  /** The stored document, when the user was quicker than the database: what was done so far is done to it. */
  loadUnder(document: ChartDocument): void {
    const done = this.past.map(({ command }) => command);
    this.load(document);
    for (const command of done) this.apply(command);
  }

  private become(document: ChartDocument, isLoaded = false): void {
    this.present = document;
    this.onChange(document, isLoaded);
  }
}
