/** The part of ua-parser-js 1.x that is used; the package ships no types. Absent facts are undefined. */
declare module 'ua-parser-js' {
  interface ParsedAgent {
    readonly browser: { readonly name?: string; readonly version?: string };
    readonly engine: { readonly name?: string; readonly version?: string };
    readonly os: { readonly name?: string; readonly version?: string };
    readonly device: { readonly vendor?: string; readonly model?: string; readonly type?: string };
    readonly cpu: { readonly architecture?: string };
  }
  export default class UAParser {
    constructor(agent: string);
    getBrowser(): ParsedAgent['browser'];
    getEngine(): ParsedAgent['engine'];
    getOS(): ParsedAgent['os'];
    getDevice(): ParsedAgent['device'];
    getCPU(): ParsedAgent['cpu'];
  }
}
