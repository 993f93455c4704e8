/** Reasons for which the server closes a socket; all other codes belong to the transport. Applications may define codes from 4000. */
export const CLOSE_CODES = {
  goingAway: 1001,
  onlyText: 1003,
  badText: 1007,
  inPieces: 1008,
  messageTooLarge: 1009,
  serverError: 1011,
  silentLogin: 4001,
  tooSlow: 4008,
  tooManyMessages: 4029,
  sessionEnded: 4401,
  accountSwitched: 4402,
  loginRefused: 4403,
} as const;

/** Meaning of each code, and the way forward. */
export const CLOSE_REASONS: Readonly<Record<keyof typeof CLOSE_CODES, string>> = {
  goingAway: 'The server is stopping. Reconnect after a moment.',
  onlyText: 'A message was binary. Send text.',
  badText: 'A message was not UTF-8.',
  inPieces: 'A message came in more than 16 frames, or a frame in more than 1,024 pieces.',
  messageTooLarge: 'A message was larger than 64 KiB.',
  serverError: 'An internal error ended this connection. Reconnect after a moment.',
  silentLogin: 'The private stream did not log in within 5 seconds of opening.',
  tooSlow: 'The client read too slowly. Reconnect and start from the snapshot.',
  tooManyMessages: 'The client sent more than 200 messages, pings and pongs in 10 seconds.',
  sessionEnded: 'The session has ended. Log in before you reconnect.',
  accountSwitched: 'The session has selected another account. Reconnect for that account.',
  loginRefused: 'The log-in of the private stream was refused. Get a new one-time token before you reconnect.',
};
