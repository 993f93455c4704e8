/** A place on the picture, in pixels from its top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How the pointer comes: what has room under a mouse is too small for a finger. */
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
  /** Moved while pressed. A grip without it holds still: the chart does not move either. */
  readonly drag?: (at: Point, touching: Touching) => void;
  /** The drag ended here. */
  readonly drop?: (at: Point) => void;
  /** The drag was given up by Escape or a second finger: all is as it was. */
  readonly cancel?: () => void;
  /** A menu opens on it by a long touch. */
  readonly hasMenu?: boolean;
  readonly doublePress?: (at: Point) => void;
  /** The chart's crosshair stays while the pointer rests on it. */
  readonly keepsCrosshair?: boolean;
}

/** A part of the picture with grips. The first of them that has one under the pointer gets it. */
export interface GripSource {
  gripAt(at: Point, touching: Touching): Grip | undefined;
  /** The pointer rests here without a press, or has left. */
  hover?(at: Point | undefined): void;
}
