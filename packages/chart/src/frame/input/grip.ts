/** A point of the picture, in pixels from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Type of the pointer: touch input needs larger targets than a mouse. */
export interface Touching {
  readonly isTouch: boolean;
  readonly isShift: boolean;
  /** Ctrl, or the command key of a Mac. */
  readonly isCtrl: boolean;
}

/** Something on the picture that the pointer can press or drag. */
export interface Grip {
  /** CSS cursor while the pointer rests on it. */
  readonly cursor: string;
  /** Pressed and released in place. */
  readonly press?: (at: Point, touching: Touching) => void;
  /** Drag. Without it, neither the grip nor the chart moves. */
  readonly drag?: (at: Point, touching: Touching) => void;
  /** The drag ended here. */
  readonly drop?: (at: Point) => void;
  /** Escape or a second finger cancelled the drag; nothing changes. */
  readonly cancel?: () => void;
  /** A menu opens on it by a long touch. */
  readonly hasMenu?: boolean;
  readonly doublePress?: (at: Point) => void;
  /** The chart's crosshair stays while the pointer rests on it. */
  readonly keepsCrosshair?: boolean;
}

/** A part of the picture with grips. The first one with a grip under the pointer receives the event. */
export interface GripSource {
  gripAt(at: Point, touching: Touching): Grip | undefined;
  /** The pointer rests here without a press, or has left. */
  hover?(at: Point | undefined): void;
}
