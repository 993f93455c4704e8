/** Effect of a frame: the copy is correct, the frame is outdated, or the copy is broken. */
export type FrameVerdict = 'right' | 'ignored' | 'broken';
