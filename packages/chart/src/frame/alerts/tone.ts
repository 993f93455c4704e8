/** Two notes, the second a third higher: audible over a voice and distinct from the sounds of orders. */
const NOTES = [
  { hertz: 880, at: 0 },
  { hertz: 1_108.73, at: 0.16 },
] as const;
const LENGTH_S = 0.32;
/** Share of full strength at volume 100. */
const LOUDEST = 0.5;

/** Rings in this window. The browser allows it once the user has pressed something on the page. */
export class Tone {
  private readonly view: Window & typeof globalThis;
  private context: AudioContext | undefined;

  constructor(view: Window & typeof globalThis) {
    this.view = view;
  }

  /** `volume` in percent. */
  ring(volume: number): void {
    if (volume <= 0 || typeof this.view.AudioContext !== 'function') return;
    try {
      this.context ??= new this.view.AudioContext();
      const { context } = this;
      void context.resume().catch(() => undefined);
      for (const { hertz, at } of NOTES) note(context, hertz, context.currentTime + at, (LOUDEST * volume) / 100);
    } catch (cause) {
      console.warn('The alert sound cannot be played', cause);
    }
  }

  stop(): void {
    void this.context?.close().catch(() => undefined);
    this.context = undefined;
  }
}

/** Swells and fades: a tone that begins or ends at full strength clicks. */
function note(context: AudioContext, hertz: number, from: number, strength: number): void {
  const source = context.createOscillator();
  const gain = context.createGain();
  source.frequency.value = hertz;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(strength, from + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.001, from + LENGTH_S);
  source.connect(gain).connect(context.destination);
  source.start(from);
  source.stop(from + LENGTH_S);
}
