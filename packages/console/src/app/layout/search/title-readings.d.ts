/** Made while building, by vite/title-readings.ts: the syllables of each Chinese title of the menu, by its key. */
declare module 'virtual:title-readings' {
  const readings: Readonly<Record<string, readonly string[]>>;
  export default readings;
}
