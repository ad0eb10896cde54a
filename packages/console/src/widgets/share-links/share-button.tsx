import { ShareAltOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareLinksDialog } from './share-links-dialog';

/** Opens the share links of a site. */
export function ShareButton({ domain }: { readonly domain: string }): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const label = t('share.button');
  return (
    <>
      <Button className="ff-no-print" icon={<ShareAltOutlined />} aria-label={label} title={label} onClick={() => setOpen(true)} />
      <ShareLinksDialog domain={open ? domain : undefined} onClose={() => setOpen(false)} />
    </>
  );
}
