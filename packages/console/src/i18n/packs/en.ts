import components from 'antd/es/locale/en_US';
import 'dayjs/locale/en';
import type { LanguagePack } from '../load';
import { en as texts } from '../texts/en';

export const pack: LanguagePack = { texts, components };
