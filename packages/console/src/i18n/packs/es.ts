import components from 'antd/es/locale/es_ES';
import 'dayjs/locale/es';
import type { LanguagePack } from '../load';
import { es as texts } from '../texts/es';

export const pack: LanguagePack = { texts, components };
