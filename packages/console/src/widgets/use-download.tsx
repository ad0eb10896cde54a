import type { Download, Input } from '@footfall/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import type { DownloadProgress } from '../api/file-reader';
import { useClient } from '../api/client-context';
import { saveFile } from '../lib/save-file';
import { DownloadState } from './download-state';
import { failureText } from './failure-text';
import { useNotices } from './notices';
import { TOLD_FOR } from './told-for';

/** What to fetch. */
export interface FileWish<E extends Download = Download> {
  readonly endpoint: E;
  readonly input: Input<E>;
}

interface Downloads {
  readonly busy: boolean;
  readonly start: <E extends Download>(wish: FileWish<E>) => void;
}

/**
 * Fetches files and hands them to the browser. Each shows how far it is, with the way to stop it, in a notice that
 * stays while one goes on to other screens. Source: specification 1, sections 7 and 8.
 */
export function useDownload(): Downloads {
  const client = useClient();
  const { t } = useTranslation();
  const { message, notification } = useNotices();
  const name = useId();
  const started = useRef(0);

  const { mutate, isPending } = useMutation({
    meta: { shownBy: 'download' },
    mutationFn: async ({ endpoint, input }: FileWish) => {
      started.current += 1;
      const key = `${name}${started.current}`;
      const stop = new AbortController();
      const show = (progress?: DownloadProgress) => {
        notification.open({
          key,
          title: t('download.running'),
          description: <DownloadState progress={progress} />,
          actions: <Button size="small" onClick={() => stop.abort()}>{t('common.cancel')}</Button>,
          placement: 'bottomRight',
          duration: 0,
          closable: false,
          role: 'status',
        });
      };
      show();
      try {
        const file = await client.download(endpoint, input, { signal: stop.signal, onProgress: show });
        saveFile(file.blob, file.name);
        notification.success({ key, title: t('download.done'), description: <DownloadState file={file} />, actions: null, placement: 'bottomRight', duration: TOLD_FOR, closable: true });
      } catch (error) {
        notification.destroy(key);
        if (!stop.signal.aborted) throw error;
        void message.info({ content: t('download.cancelled'), duration: TOLD_FOR });
      }
    },
    onError: (error) => {
      const told = error instanceof ApiError && (error.kind === 'refused' || error.kind === 'timeout');
      void message.error({ content: told ? failureText(error, t) : t('download.failed'), duration: TOLD_FOR });
    },
  });
  return { busy: isPending, start: (wish) => mutate(wish) };
}
