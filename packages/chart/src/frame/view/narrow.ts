/** Where there is no room beside the picture: phones. */
export const NARROW = '(max-width: 599px)';
