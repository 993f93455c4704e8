export function firstLoad(folder: string, page: string): readonly { readonly file: string; readonly bytes: number }[];
