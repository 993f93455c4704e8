// Draws docs/pictures/packages.svg from layers.cjs: node tools/map.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawMap } from './lib/package-map.mjs';
import { root } from './lib/repository.mjs';

mkdirSync(path.join(root, 'docs/pictures'), { recursive: true });
writeFileSync(path.join(root, 'docs/pictures/packages.svg'), drawMap());
