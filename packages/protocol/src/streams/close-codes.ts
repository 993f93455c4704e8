/** Why the server closes a socket; everything else is the transport's own. 4000 and up are free for applications to define. */
export const CLOSE_CODES = {
  goingAway: 1001,
  onlyText: 1003,
  badText: 1007,
  messageTooLarge: 1009,
  serverError: 1011,
  silentLogin: 4001,
  tooSlow: 4008,
  tooManyMessages: 4029,
  sessionEnded: 4401,
  accountSwitched: 4402,
  loginRefused: 4403,
} as const;

/** What each means, and what to do about it. */
export const CLOSE_REASONS: Readonly<Record<keyof typeof CLOSE_CODES, string>> = {
  goingAway: 'The server is going away: connect again after a moment.',
  onlyText: 'A message was binary: send text.',
  badText: 'A message was not UTF-8.',
  messageTooLarge: 'A message was larger than 64 KiB.',
  serverError: 'The server could not go on with this connection: connect again after a moment.',
  silentLogin: 'A private stream said nothing for 5 seconds after it was opened.',
  tooSlow: 'What was sent was not read fast enough: connect again and take the snapshot.',
  tooManyMessages: 'More than 200 messages came in 10 seconds.',
  sessionEnded: 'The session has ended: log in before connecting again.',
  accountSwitched: 'The session looks at another account now: connect again for that one.',
  loginRefused: 'The log-in of the private stream was refused: get a new one-time token before connecting again.',
};
