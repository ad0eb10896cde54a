import components from 'antd/es/locale/zh_CN';
import 'dayjs/locale/zh-cn';
import type { LanguagePack } from '../load';
import { zh as texts } from '../texts/zh';

export const pack: LanguagePack = { texts, components };
