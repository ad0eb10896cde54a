import components from 'antd/es/locale/zh_CN';
import 'dayjs/locale/zh-cn';
import texts from 'virtual:first-texts/zh';
import type { LanguagePack } from '../load';

export const pack: LanguagePack = { texts, components };
