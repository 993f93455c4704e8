// A mutant is killed by the first case that fails; which is the smallest such case is of no interest.
import fastCheck from '../lib/fast-check.mjs';

fastCheck.configureGlobal({ ...fastCheck.readConfigureGlobal(), endOnFailure: true });
