/** [vendor, renderer] of the graphics unit as WebGL names them, or undefined without WebGL. The context is given back at once: a page has few. */
export function gpu(): [string, string] | undefined {
  const context = document.createElement('canvas').getContext('webgl');
  if (!context) return undefined;
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const read = (name: number) => String(context.getParameter(name)).slice(0, 256);
  // Firefox tells the real names without the extension, and warns about asking for it.
  const found: [string, string] = [read(names?.UNMASKED_VENDOR_WEBGL ?? context.VENDOR), read(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER)];
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return found;
}
