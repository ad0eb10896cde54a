import components from 'antd/es/locale/es_ES';
import 'dayjs/locale/es';
import texts from 'virtual:first-texts/es';
import type { LanguagePack } from '../load';

export const pack: LanguagePack = { texts, components };
