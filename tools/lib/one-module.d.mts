import type { Plugin } from 'vite';

export function oneModule(names: readonly string[], plugins?: readonly Plugin[]): Plugin;
