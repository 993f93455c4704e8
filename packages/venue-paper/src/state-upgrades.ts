import { invariant } from '@tapedeck/domain';
import { ByteStateReader, StateOfAnotherVersion } from '@tapedeck/exchange';
import { STATE_VERSION } from './world.ts';

/** Rewrites the bytes of a world as those of a later version. */
export type StateUpgrade = (world: Uint8Array) => Uint8Array;

/** By the version that a step reads; states of any other earlier version cannot be carried over. */
const STEPS: ReadonlyMap<number, StateUpgrade> = new Map();

/** The version of the server that wrote a world. Throws `StateUnreadable`. */
const versionOf = (world: Uint8Array): number => new ByteStateReader(world).number();

/** The bytes of a world of any version as this version reads them. Throws `StateOfAnotherVersion` where a step is missing. */
export function upgradeState(world: Uint8Array, steps = STEPS): Uint8Array {
  let bytes = world;
  for (let version = versionOf(bytes); version !== STATE_VERSION; version = versionOf(bytes)) {
    const step = steps.get(version);
    if (version > STATE_VERSION || step === undefined) throw new StateOfAnotherVersion(version, STATE_VERSION);
    bytes = step(bytes);
    invariant(versionOf(bytes) > version, `the step from state ${version} leads to a later one`);
  }
  return bytes;
}
