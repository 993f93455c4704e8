/** Media query of devices pointed at with fingers. */
export const COARSE = '(pointer: coarse)';
