import type { Language } from './languages';

/** What is said when not even the texts of a language could be fetched. */
export const EMERGENCY: Readonly<Record<Language, { readonly title: string; readonly text: string; readonly reload: string }>> = {
  zh: { title: '控制台无法启动', text: '无法获取控制台的一部分。请检查网络连接并刷新页面。', reload: '刷新页面' },
  en: { title: 'The console could not start', text: 'A part of it could not be fetched. Check the connection and reload the page.', reload: 'Reload' },
  es: { title: 'La consola no ha podido iniciarse', text: 'No se ha podido obtener una parte. Compruebe la conexión y recargue la página.', reload: 'Recargar' },
  ja: { title: 'コンソールを起動できませんでした', text: '一部を取得できませんでした。接続を確認し、ページを再読み込みしてください。', reload: '再読み込み' },
};
