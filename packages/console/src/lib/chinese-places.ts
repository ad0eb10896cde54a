/**
 * English names of Chinese provinces and network operators, which the place data gives in Chinese. Names of provinces as ISO 3166-2:CN has them;
 * operators as they call themselves.
 */
const NAMES: ReadonlyMap<string, string> = new Map(
  (
    '北京 Beijing|天津 Tianjin|上海 Shanghai|重庆 Chongqing|河北 Hebei|山西 Shanxi|辽宁 Liaoning|吉林 Jilin|黑龙江 Heilongjiang|江苏 Jiangsu|浙江 Zhejiang|安徽 Anhui|福建 Fujian|江西 Jiangxi|' +
    '山东 Shandong|河南 Henan|湖北 Hubei|湖南 Hunan|广东 Guangdong|海南 Hainan|四川 Sichuan|贵州 Guizhou|云南 Yunnan|陕西 Shaanxi|甘肃 Gansu|青海 Qinghai|台湾 Taiwan|内蒙古 Inner Mongolia|' +
    '广西 Guangxi|西藏 Tibet|宁夏 Ningxia|新疆 Xinjiang|香港 Hong Kong|澳门 Macau|电信 China Telecom|联通 China Unicom|移动 China Mobile|铁通 China Tietong|教育网 CERNET|广电 China Broadnet|' +
    '鹏博士 Dr. Peng|方正宽带 Founder Broadband|科技网 CSTNET|阿里云 Alibaba Cloud|阿里巴巴 Alibaba|腾讯 Tencent|网宿 Wangsu|世纪互联 21Vianet|中华电信 Chunghwa Telecom'
  )
    .split('|')
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
);

/** A Chinese name with its translation behind it, for those who read no Chinese characters; any other text as it is. */
export function placeName(text: string, locale: string): string {
  if (/^(?:zh|ja)/u.test(locale)) return text;
  const name = NAMES.get(text.replace(/(?:省|市|自治区|特别行政区)$/u, ''));
  return name === undefined ? text : `${text} (${name})`;
}
