export { SymbolButton, SymbolHeader, useTabTitle } from './symbol-header.tsx';
