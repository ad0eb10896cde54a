import components from 'antd/es/locale/ja_JP';
import 'dayjs/locale/ja';
import texts from 'virtual:first-texts/ja';
import type { LanguagePack } from '../load';

export const pack: LanguagePack = { texts, components };
