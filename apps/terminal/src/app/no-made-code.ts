import { config } from 'zod/mini';

// The content security policy forbids code made from text; schemas would try it, and be refused, at every start.
config({ jitless: true });
