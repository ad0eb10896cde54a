import components from 'antd/es/locale/ja_JP';
import 'dayjs/locale/ja';
import type { LanguagePack } from '../load';
import { ja as texts } from '../texts/ja';

export const pack: LanguagePack = { texts, components };
