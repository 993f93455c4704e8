/** Media query of screens without space beside the picture: phones. */
export const NARROW = '(max-width: 599px)';
