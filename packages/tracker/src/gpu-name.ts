/** What drivers, wrappers and browsers put around the name of a graphics unit, and change with their versions. */
const NOISE =
  /\(0x[0-9a-f]+\)|direct3d\S*|d3d\d\S*|[vp]s_\d\S*|opengl.*|vulkan.*|llvm.*|mesa(?: dri)?|metal renderer:?|unspecified version|or similar|\((?:tm|r)\)|\bangle\b|\b(?:qualcomm|arm|imagination technologies|google|inc|corporation|ati technologies|microsoft)\b|\/pci\S*|\/sse\d*|[(),.]/g;

/** The model of a graphics unit out of WebGL's name for it, the same before and after an update: `nvidia geforce rtx 3060`. */
export function gpuModel(renderer: string): string {
  return [...new Set(renderer.toLowerCase().replace(NOISE, ' ').split(/\s+/))].filter(Boolean).join(' ');
}
