export { SymbolHeader, useTabTitle } from './symbol-header.tsx';
