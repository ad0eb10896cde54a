/** What messages say, in the languages of the console. */
import type { AlarmKind, AlarmLanguage } from '@footfall/contract';

interface Words {
  readonly locale: string;
  /** Of `{site}`, `{subject}`, `{value}`, `{expected}`. */
  readonly began: Readonly<Record<AlarmKind, string>>;
  readonly ended: Readonly<Record<AlarmKind, string>>;
  readonly since: string;
  readonly more: string;
  readonly title: string;
  readonly test: string;
}

export const WORDS: Readonly<Record<AlarmLanguage, Words>> = {
  zh: {
    locale: 'zh-CN',
    began: {
      site_silence: '{site} 安静了：{value} 次浏览，平时 {expected} 次',
      site_surge: '{site} 流量激增：{value} 次浏览，平时 {expected} 次',
      crawler_silence: '{subject} 不再抓取 {site}：{value} 次，平时 {expected} 次',
      crawler_surge: '{subject} 猛抓 {site}：{value} 次，平时 {expected} 次',
      crawler_new: '{site} 来了新蜘蛛 {subject}：{value} 次',
      crawler_errors: '{subject} 在 {site} 频繁出错：{expected} 次请求中有 {value} 次失败',
      disk: '{subject} 磁盘将满：剩余 {value}%（下限 {expected}%）',
      lag: '{subject} 入库滞后：已等待 {value} 分钟（上限 {expected} 分钟）',
    },
    ended: {
      site_silence: '{site} 恢复访问', site_surge: '{site} 流量回落', crawler_silence: '{subject} 恢复抓取 {site}', crawler_surge: '{subject} 对 {site} 的抓取回落', crawler_new: '{site} 的新蜘蛛 {subject} 已不算新',
      crawler_errors: '{subject} 在 {site} 不再频繁出错', disk: '{subject} 磁盘空间恢复', lag: '{subject} 入库恢复',
    },
    since: '自 {time}', more: '另有 {num} 条', title: '足迹告警', test: '这是一条测试消息：告警会发送到这里。',
  },
  en: {
    locale: 'en-US',
    began: {
      site_silence: '{site} has gone silent: {value} views, usually {expected}',
      site_surge: '{site} has a surge: {value} views, usually {expected}',
      crawler_silence: '{subject} no longer comes to {site}: {value} hits, usually {expected}',
      crawler_surge: '{subject} floods {site}: {value} hits, usually {expected}',
      crawler_new: 'New crawler on {site}: {subject}, {value} hits',
      crawler_errors: '{subject} meets errors on {site}: {value} of {expected} requests failed',
      disk: '{subject}: the disk is almost full, {value}% free (limit {expected}%)',
      lag: '{subject}: storing is behind by {value} minutes (limit {expected})',
    },
    ended: {
      site_silence: '{site} is visited again', site_surge: '{site} is back to its usual traffic', crawler_silence: '{subject} comes to {site} again', crawler_surge: '{subject} is back to its usual pace on {site}', crawler_new: '{subject} is no longer new on {site}',
      crawler_errors: '{subject} no longer meets many errors on {site}', disk: '{subject}: there is room on the disk again', lag: '{subject}: storing has caught up',
    },
    since: 'since {time}', more: 'and {num} more', title: 'Footfall alarm', test: 'This is a test message: alarms will arrive here.',
  },
  es: {
    locale: 'es-ES',
    began: {
      site_silence: '{site} está en silencio: {value} vistas, normalmente {expected}',
      site_surge: '{site} tiene un pico: {value} vistas, normalmente {expected}',
      crawler_silence: '{subject} ya no visita {site}: {value} accesos, normalmente {expected}',
      crawler_surge: '{subject} inunda {site}: {value} accesos, normalmente {expected}',
      crawler_new: 'Rastreador nuevo en {site}: {subject}, {value} accesos',
      crawler_errors: '{subject} encuentra errores en {site}: fallaron {value} de {expected} peticiones',
      disk: '{subject}: el disco está casi lleno, queda el {value}% (límite {expected}%)',
      lag: '{subject}: el almacenamiento lleva {value} minutos de retraso (límite {expected})',
    },
    ended: {
      site_silence: '{site} vuelve a recibir visitas', site_surge: '{site} vuelve a su tráfico habitual', crawler_silence: '{subject} vuelve a visitar {site}', crawler_surge: '{subject} vuelve a su ritmo habitual en {site}', crawler_new: '{subject} ya no es nuevo en {site}',
      crawler_errors: '{subject} ya no encuentra muchos errores en {site}', disk: '{subject}: vuelve a haber espacio en el disco', lag: '{subject}: el almacenamiento se ha puesto al día',
    },
    since: 'desde {time}', more: 'y {num} más', title: 'Alarma de Footfall', test: 'Este es un mensaje de prueba: las alarmas llegarán aquí.',
  },
  ja: {
    locale: 'ja-JP',
    began: {
      site_silence: '{site} のアクセスが途絶えました：{value} 閲覧（通常 {expected}）',
      site_surge: '{site} のアクセスが急増しています：{value} 閲覧（通常 {expected}）',
      crawler_silence: '{subject} が {site} に来なくなりました：{value} 回（通常 {expected}）',
      crawler_surge: '{subject} のクロールが {site} で急増しています：{value} 回（通常 {expected}）',
      crawler_new: '{site} に新しいクローラー {subject}：{value} 回',
      crawler_errors: '{subject} が {site} でエラーを多発しています：{expected} 件中 {value} 件が失敗',
      disk: '{subject}：ディスクの空きがわずかです（残り {value}%、下限 {expected}%）',
      lag: '{subject}：保存が {value} 分遅れています（上限 {expected} 分）',
    },
    ended: {
      site_silence: '{site} のアクセスが戻りました', site_surge: '{site} のアクセスが通常に戻りました', crawler_silence: '{subject} が {site} に再び来ています', crawler_surge: '{site} での {subject} のクロールが通常に戻りました', crawler_new: '{subject} は {site} で新しくなくなりました',
      crawler_errors: '{site} での {subject} のエラーが収まりました', disk: '{subject}：ディスクの空きが戻りました', lag: '{subject}：保存の遅れが解消しました',
    },
    since: '{time} から', more: 'ほか {num} 件', title: 'Footfall アラーム', test: 'これはテストメッセージです。アラームはここに届きます。',
  },
};
