/** The chart library ships its words for each language without saying what they are. */
declare module 'echarts/i18n/*' {
  import type { registerLocale } from 'echarts/core';

  const words: Parameters<typeof registerLocale>[1];
  export default words;
}
