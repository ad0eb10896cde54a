/** Made while building, by vite/text-parts.ts: what is said before the signed-in frame is there, and all else. */
declare module 'virtual:first-texts/*' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
declare module 'virtual:rest-texts/*' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
