/** Downloads a file. */
export function saveText(page: Document, name: string, text: string): void {
  const link = page.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name.replaceAll(/[/\\:*?"<>|]+/g, '-');
  link.click();
  URL.revokeObjectURL(link.href);
}
