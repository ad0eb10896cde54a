import { InfoCircleOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import styles from './hint.module.css';

/** A definition on demand: by pointer, by keyboard and by tap. */
export function Hint({ text }: { readonly text: string }): ReactNode {
  return (
    <Tooltip title={text} trigger={['hover', 'focus', 'click']}>
      <button
        type="button"
        className={`${styles.hint} ff-no-print`}
        aria-label={text}
        // It may stand in a header that sorts.
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
      >
        <InfoCircleOutlined aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
