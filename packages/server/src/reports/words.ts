/** What reports say, in the languages of the console. */
import type { AlarmLanguage } from '@footfall/contract';

export interface Words {
  readonly locale: string;
  readonly lang: string;
  /** Of `{sites}` and `{period}`. */
  readonly subject: string;
  /** Of `{period}`. */
  readonly compared: string;
  readonly figure: string;
  readonly now: string;
  readonly before: string;
  readonly change: string;
  readonly pv: string;
  readonly uv: string;
  readonly ip: string;
  readonly hits: string;
  readonly pages: string;
  readonly referrers: string;
  readonly countries: string;
  readonly crawlers: string;
  readonly direct: string;
  readonly unknown: string;
  readonly fresh: string;
  readonly nothing: string;
  /** Of `{time}`. */
  readonly missing: string;
  readonly open: string;
  /** Of `{name}` and `{zone}`. */
  readonly foot: string;
}

export const WORDS: Readonly<Record<AlarmLanguage, Words>> = {
  zh: {
    locale: 'zh-CN', lang: 'zh-CN', subject: '流量报告：{sites}（{period}）', compared: '与 {period} 相比', figure: '指标', now: '本期', before: '上期', change: '涨跌',
    pv: '浏览量（PV）', uv: '访客数（UV）', ip: 'IP 数', hits: '蜘蛛抓取', pages: '受访页面', referrers: '来源', countries: '地区', crawlers: '蜘蛛',
    direct: '直接访问，无来源', unknown: '未知', fresh: '新增', nothing: '本期没有数据', missing: '部分数据尚未入库：数字只完整到 {time}。', open: '打开数据看板', foot: '定时报告“{name}”，由 Footfall 足迹按 {zone} 时区统计。',
  },
  en: {
    locale: 'en-US', lang: 'en', subject: 'Traffic report: {sites} ({period})', compared: 'Compared with {period}', figure: 'Figure', now: 'Now', before: 'Before', change: 'Change',
    pv: 'Page views (PV)', uv: 'Visitors (UV)', ip: 'IP addresses', hits: 'Crawler hits', pages: 'Visited pages', referrers: 'Referrers', countries: 'Regions', crawlers: 'Crawlers',
    direct: 'Direct, without referrer', unknown: 'Unknown', fresh: 'new', nothing: 'Nothing in this period', missing: 'Not everything is stored yet: the figures are complete up to {time} only.', open: 'Open the dashboard', foot: 'Scheduled report “{name}”, counted by Footfall in the zone {zone}.',
  },
  es: {
    locale: 'es-ES', lang: 'es', subject: 'Informe de tráfico: {sites} ({period})', compared: 'Comparado con {period}', figure: 'Cifra', now: 'Ahora', before: 'Antes', change: 'Cambio',
    pv: 'Páginas vistas (PV)', uv: 'Visitantes (UV)', ip: 'Direcciones IP', hits: 'Accesos de rastreadores', pages: 'Páginas visitadas', referrers: 'Referencias', countries: 'Regiones', crawlers: 'Rastreadores',
    direct: 'Directo, sin referencia', unknown: 'Desconocido', fresh: 'nuevo', nothing: 'Nada en este periodo', missing: 'Aún no está todo almacenado: las cifras solo están completas hasta {time}.', open: 'Abrir el panel', foot: 'Informe programado «{name}», contado por Footfall en la zona {zone}.',
  },
  ja: {
    locale: 'ja-JP', lang: 'ja', subject: 'アクセスレポート：{sites}（{period}）', compared: '{period} との比較', figure: '指標', now: '今期', before: '前期', change: '増減',
    pv: 'ページビュー（PV）', uv: '訪問者（UV）', ip: 'IP アドレス', hits: 'クローラーのアクセス', pages: '閲覧ページ', referrers: '参照元', countries: '地域', crawlers: 'クローラー',
    direct: '直接アクセス（参照元なし）', unknown: '不明', fresh: '新規', nothing: 'この期間のデータはありません', missing: 'まだ保存されていないデータがあります：数値が揃っているのは {time} までです。', open: 'ダッシュボードを開く', foot: '定期レポート「{name}」。Footfall が {zone} の時刻で集計しました。',
  },
};
