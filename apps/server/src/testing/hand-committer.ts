import type { Committer } from '../journal/committer.ts';

/** A disk that confirms when the test says so. */
export class HandCommitter implements Committer {
  durable = 0;
  failure: Error | undefined;
  /** The last requested record. */
  requested = 0;
  /** Records that the writer stood still for. */
  readonly waits: number[] = [];
  /** The next wait meets a failing disk. */
  fails = false;
  closed = false;

  start(_file: number, sequence: number): void {
    this.requested = sequence;
  }

  /** Confirms all requested records, or those up to `sequence`. */
  confirm(sequence = this.requested): void {
    if (sequence > this.requested) throw new RangeError(`nobody asked for record ${sequence}`);
    this.durable = sequence;
  }

  fail(): void {
    this.failure = new Error('EIO: i/o error, fdatasync');
  }

  wait(sequence: number): void {
    this.waits.push(sequence);
    if (this.fails) this.fail();
    else this.confirm();
  }

  close(): void {
    this.closed = true;
  }
}
