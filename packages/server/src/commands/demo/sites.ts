/** The demo's sites: invented, under the reserved top-level name `.example`. */
export interface DemoPage {
  readonly path: string;
  readonly title: string;
  readonly weight: number;
}

export interface DemoSite {
  readonly name: string;
  readonly domain: string;
  readonly timeZone: string;
  /** Mean sessions on a plain weekday. */
  readonly sessionsPerDay: number;
  /** Factor on Saturdays and Sundays. */
  readonly weekend: number;
  /** Growth over the whole span, 1.2 = a fifth more at its end. */
  readonly growth: number;
  readonly countries: readonly { readonly code: string; readonly weight: number }[];
  readonly languages: readonly string[];
  readonly pages: readonly DemoPage[];
  /** Path and title of what comes out during the span, in its order. */
  readonly articles: readonly (readonly [path: string, title: string])[];
  /** Share of sessions that come by each way. */
  readonly arrivals: { readonly direct: number; readonly search: number; readonly ai: number; readonly social: number; readonly link: number };
  readonly searchEngines: readonly { readonly url: string; readonly weight: number }[];
  /** Whether its access log is imported whole, requests of people included. */
  readonly peopleAreLogged?: boolean;
}

const page = (path: string, title: string, weight: number): DemoPage => ({ path, title, weight });

const CHINESE_SEARCH = [
  { url: 'https://www.baidu.com/link?url=hG7Qd2', weight: 55 },
  { url: 'https://cn.bing.com/', weight: 16 },
  { url: 'https://www.sogou.com/link?url=DSOYnZ', weight: 11 },
  { url: 'https://www.so.com/link?m=uT3', weight: 9 },
  { url: 'https://m.sm.cn/s?q=', weight: 5 },
  { url: 'https://so.toutiao.com/search?keyword=', weight: 4 },
];
const WESTERN_SEARCH = [
  { url: 'https://www.google.com/', weight: 78 },
  { url: 'https://www.bing.com/', weight: 12 },
  { url: 'https://duckduckgo.com/', weight: 6 },
  { url: 'https://search.yahoo.com/', weight: 2 },
  { url: 'https://www.ecosia.org/', weight: 2 },
];

/** Where most people of a country live. */
export const ZONES: Readonly<Record<string, string>> = {
  AE: 'Asia/Dubai', AR: 'America/Argentina/Buenos_Aires', AU: 'Australia/Sydney', BR: 'America/Sao_Paulo', CA: 'America/Toronto', CL: 'America/Santiago', CN: 'Asia/Shanghai', CO: 'America/Bogota', DE: 'Europe/Berlin', ES: 'Europe/Madrid',
  FR: 'Europe/Paris', GB: 'Europe/London', HK: 'Asia/Hong_Kong', IN: 'Asia/Kolkata', JP: 'Asia/Tokyo', MX: 'America/Mexico_City', MY: 'Asia/Kuala_Lumpur', NL: 'Europe/Amsterdam', PL: 'Europe/Warsaw', SG: 'Asia/Singapore', TW: 'Asia/Taipei', US: 'America/New_York',
};

export const DEMO_SITES: readonly DemoSite[] = [
  {
    name: '山海茶舍', domain: 'shanhai-tea.example', timeZone: 'Asia/Shanghai', sessionsPerDay: 900, weekend: 1.25, growth: 1.35,
    countries: [{ code: 'CN', weight: 82 }, { code: 'HK', weight: 5 }, { code: 'TW', weight: 4 }, { code: 'SG', weight: 3 }, { code: 'MY', weight: 2 }, { code: 'US', weight: 4 }],
    languages: ['zh-CN,zh', 'zh-CN,zh,en', 'zh-TW,zh'],
    pages: [
      page('/', '山海茶舍｜好茶从山里来', 30), page('/cha/longjing', '西湖龙井 明前特级', 16), page('/cha/dahongpao', '武夷山大红袍', 12), page('/cha/puer', '普洱熟茶饼 2019', 11),
      page('/cha/baihao', '白毫银针', 7), page('/chaju', '茶具', 6), page('/chaju/gaiwan', '手绘盖碗', 5), page('/zhishi/ruhe-paocha', '如何泡好一壶茶', 9), page('/zhishi/chashui', '泡茶用什么水', 5),
      page('/gouwuche', '购物车', 5), page('/dingdan/queren', '确认订单', 3), page('/guanyu', '关于我们', 2),
    ],
    articles: [['/zhishi/qiucha', '秋茶怎么选'], ['/cha/fenghuang-dancong', '凤凰单丛 新到'], ['/zhishi/cuncha', '茶叶如何存放']],
    arrivals: { direct: 0.33, search: 0.42, ai: 0.05, social: 0.12, link: 0.08 }, searchEngines: CHINESE_SEARCH,
  },
  {
    name: 'Northwind Docs', domain: 'docs.northwind.example', timeZone: 'America/New_York', sessionsPerDay: 620, weekend: 0.45, growth: 1.1,
    countries: [{ code: 'US', weight: 38 }, { code: 'IN', weight: 14 }, { code: 'DE', weight: 10 }, { code: 'GB', weight: 9 }, { code: 'BR', weight: 6 }, { code: 'CA', weight: 6 }, { code: 'FR', weight: 6 }, { code: 'PL', weight: 4 }, { code: 'NL', weight: 4 }, { code: 'AU', weight: 3 }],
    languages: ['en-US,en', 'en-GB,en', 'de-DE,de,en', 'pt-BR,pt,en', 'fr-FR,fr,en'],
    pages: [
      page('/', 'Northwind documentation', 18), page('/getting-started', 'Getting started', 20), page('/guides/install', 'Install', 13), page('/guides/deploy', 'Deploy to production', 10),
      page('/guides/queues', 'Queues and retries', 8), page('/api/client', 'Client API', 12), page('/api/errors', 'Error codes', 9), page('/changelog', 'Changelog', 6), page('/blog/5-0', 'Northwind 5.0', 5), page('/search?q=timeout', 'Search', 4),
    ],
    articles: [['/guides/tracing', 'Tracing requests'], ['/blog/5-1', 'Northwind 5.1'], ['/guides/rate-limits', 'Rate limits']],
    arrivals: { direct: 0.3, search: 0.44, ai: 0.14, social: 0.04, link: 0.08 }, searchEngines: WESTERN_SEARCH,
  },
  {
    name: 'Ruta Lenta', domain: 'rutalenta.example', timeZone: 'Europe/Madrid', sessionsPerDay: 340, weekend: 1.4, growth: 0.95,
    countries: [{ code: 'ES', weight: 48 }, { code: 'MX', weight: 18 }, { code: 'AR', weight: 12 }, { code: 'CO', weight: 8 }, { code: 'CL', weight: 6 }, { code: 'US', weight: 5 }, { code: 'FR', weight: 3 }],
    languages: ['es-ES,es', 'es-MX,es,en', 'es-AR,es'],
    pages: [
      page('/', 'Ruta Lenta: viajar despacio', 20), page('/rutas/camino-del-norte', 'El Camino del Norte en 34 etapas', 18), page('/rutas/picos-de-europa', 'Picos de Europa a pie', 12), page('/rutas/sierra-nevada', 'Sierra Nevada en bici', 9),
      page('/consejos/mochila', 'Qué llevar en la mochila', 13), page('/consejos/tren', 'España en tren', 9), page('/fotos', 'Fotografías', 7), page('/boletin', 'Boletín', 4),
    ],
    articles: [['/rutas/via-de-la-plata', 'La Vía de la Plata en bici'], ['/consejos/botas', 'Cómo elegir botas'], ['/rutas/cabo-de-gata', 'Cabo de Gata a pie']],
    arrivals: { direct: 0.22, search: 0.46, ai: 0.04, social: 0.2, link: 0.08 }, searchEngines: WESTERN_SEARCH,
  },
  {
    name: '小さな台所', domain: 'chiisana-daidokoro.example', timeZone: 'Asia/Tokyo', sessionsPerDay: 260, weekend: 1.3, growth: 1.2,
    countries: [{ code: 'JP', weight: 93 }, { code: 'US', weight: 3 }, { code: 'TW', weight: 4 }],
    languages: ['ja-JP,ja', 'ja,en-US'],
    pages: [
      page('/', '小さな台所', 18), page('/recipe/oyakodon', '親子丼の作り方', 17), page('/recipe/miso', '具だくさん味噌汁', 14), page('/recipe/nikujaga', '肉じゃが', 12), page('/recipe/onigiri', 'おにぎり十種', 9),
      page('/tsukurioki', '作り置き一週間', 12), page('/dougu', '台所道具', 6), page('/about', 'このサイトについて', 2),
    ],
    articles: [['/recipe/kuri-gohan', '栗ごはん'], ['/recipe/oden', 'おでんの下ごしらえ'], ['/tsukurioki/kinoko', 'きのこの作り置き']],
    arrivals: { direct: 0.2, search: 0.55, ai: 0.05, social: 0.15, link: 0.05 },
    searchEngines: [{ url: 'https://www.google.co.jp/', weight: 72 }, { url: 'https://search.yahoo.co.jp/', weight: 24 }, { url: 'https://www.bing.com/', weight: 4 }],
  },
  {
    name: 'Kestrel Labs', domain: 'kestrel-labs.example', timeZone: 'Asia/Kolkata', sessionsPerDay: 75, weekend: 0.5, growth: 1.6, peopleAreLogged: true,
    countries: [{ code: 'IN', weight: 70 }, { code: 'US', weight: 14 }, { code: 'GB', weight: 8 }, { code: 'AE', weight: 8 }],
    languages: ['en-IN,en', 'hi-IN,hi,en'],
    pages: [page('/', 'Kestrel Labs', 30), page('/pricing', 'Pricing', 18), page('/product', 'Product', 20), page('/careers', 'Careers', 12), page('/contact', 'Contact', 8)],
    articles: [['/blog/series-a', 'What we build next'], ['/product/alerts', 'Alerts'], ['/blog/field-notes', 'Field notes']],
    arrivals: { direct: 0.4, search: 0.35, ai: 0.05, social: 0.1, link: 0.1 }, searchEngines: WESTERN_SEARCH,
  },
];
