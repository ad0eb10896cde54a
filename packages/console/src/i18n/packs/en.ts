import components from 'antd/es/locale/en_US';
import 'dayjs/locale/en';
import texts from 'virtual:first-texts/en';
import type { LanguagePack } from '../load';

export const pack: LanguagePack = { texts, components };
