/** Hands a file to the browser, which keeps it where downloads go. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken hold of it when the click is over, not before.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
