/** Why the server closes a socket; everything else is the transport's own. */
export const CLOSE_CODES = {
  /** The server is going away: connect again after a moment. */
  goingAway: 1001,
  /** A message was larger than 64 KiB. */
  messageTooLarge: 1009,
  /** The server could not go on with this connection: connect again after a moment. */
  serverError: 1011,
  /** The log-in of the private stream was refused: get a new one-time token before connecting again. */
  loginRefused: 4403,
  /** The session has ended: log in before connecting again. */
  sessionEnded: 4401,
  /** The session looks at another account now: connect again for that one. */
  accountSwitched: 4402,
  /** The other end is too slow for data that is never conflated: connect again and take the snapshot. */
  tooSlow: 4008,
} as const;
