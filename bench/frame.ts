/**
 * The longest time between two frames that is no dropped one, in milliseconds: a screen of 60 Hz shows one each 16.67, and the browser's
 * clock tells them a few tenths apart on an empty page too. A frame that came late is at 33.
 */
export const FRAME_MS = 17.5;
