import { CommandDecoder } from '../engine/command-codec.ts';
import type { Command } from '../commands/command.ts';

/** The command that these bytes were made of, by a decoder of its own. */
export const decodeCommand = (bytes: Uint8Array): Command => new CommandDecoder().decode(bytes);
