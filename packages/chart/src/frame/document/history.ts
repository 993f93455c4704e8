import { applyCommand, type ChartDocument, type DocumentCommand } from './chart-document.ts';
import type { Drawing } from '../drawings/drawing.ts';
import type { DrawingGroup } from './groups.ts';

const MOST_STEPS = 500;

/** A command with the documents before and after it. */
interface Step {
  readonly command: DocumentCommand;
  readonly before: ChartDocument;
  readonly after: ChartDocument;
  /** The symbol whose drawings it changed, unless every symbol shows the change. */
  readonly ticker: string | undefined;
}

/**
 * The document with its undo and redo steps. Documents are immutable, so a step is stored as documents.
 * A user undoes only what the chart shows: steps on drawings of other symbols wait until their symbol is back.
 */
export class DocumentHistory {
  private present: ChartDocument;
  private past: Step[] = [];
  private future: Step[] = [];
  private readonly onChange: (document: ChartDocument, isLoaded: boolean) => void;
  private readonly ticker: () => string;

  /** `isLoaded`: the document was stored, not edited here. `ticker`: of the symbol on the chart. */
  constructor(document: ChartDocument, onChange: (document: ChartDocument, isLoaded: boolean) => void, ticker: () => string) {
    this.present = document;
    this.onChange = onChange;
    this.ticker = ticker;
  }

  get document(): ChartDocument {
    return this.present;
  }

  get canUndo(): boolean {
    return this.past.some(this.isHere);
  }

  get canRedo(): boolean {
    return this.future.some(this.isHere);
  }

  apply(command: DocumentCommand): void {
    const before = this.present;
    const after = applyCommand(before, command);
    if (after === before) return;
    const ticker = after.drawings === before.drawings && after.groups === before.groups ? undefined : this.ticker();
    this.past = [...this.past, { command, before, after, ticker }].slice(-MOST_STEPS);
    this.future = [];
    this.become(after);
  }

  undo(): void {
    const step = this.take(this.past);
    if (step === undefined) return;
    this.future.push(step);
    this.become(changed(this.present, step, step.before));
  }

  redo(): void {
    const step = this.take(this.future);
    if (step === undefined) return;
    this.past.push(step);
    this.become(changed(this.present, step, step.after));
  }

  /** Replaces the document, for example by a stored one, and clears the undo steps. */
  load(document: ChartDocument): void {
    this.past = [];
    this.future = [];
    this.become(document, true);
  }

  /** Loads the stored document late: commands issued before are applied to it. */
  loadUnder(document: ChartDocument): void {
    const done = this.past.map(({ command }) => command);
    this.load(document);
    for (const command of done) this.apply(command);
  }

  private readonly isHere = ({ ticker }: Step): boolean => ticker === undefined || ticker === this.ticker();

  private take(steps: Step[]): Step | undefined {
    const last = steps.findLastIndex(this.isHere);
    return last < 0 ? undefined : steps.splice(last, 1)[0];
  }

  private become(document: ChartDocument, isLoaded = false): void {
    this.present = document;
    this.onChange(document, isLoaded);
  }
}

/** `present` with what the step changed as in `to`, the document before or after it. */
function changed(present: ChartDocument, { ticker }: Step, to: ChartDocument): ChartDocument {
  const { drawings, groups } = present;
  if (ticker === undefined) return { ...to, drawings, groups };
  const isMine = (drawing: Drawing): boolean => drawing.ticker === ticker;
  // The members of a group belong to one symbol.
  const isOwn = ({ members }: DrawingGroup): boolean =>
    [...drawings, ...to.drawings].some((each) => isMine(each) && members.includes(each.id));
  return {
    ...present,
    habits: to.habits,
    drawings: [...drawings.filter((each) => !isMine(each)), ...to.drawings.filter(isMine)],
    groups: [...groups.filter((each) => !isOwn(each)), ...to.groups.filter(isOwn)],
  };
}
