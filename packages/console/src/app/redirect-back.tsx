import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { PATHS } from '../lib/links';
import { ownPath } from '../lib/redirect';

/** /redirect/<path>: comes straight back to the path with the same query, which draws it anew and asks anew. */
export function RedirectBack(): ReactNode {
  const { '*': path = '' } = useParams();
  const { search } = useLocation();
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ refetchType: 'none' });
  }, [queries]);
  return <Navigate to={ownPath(`/${path}${search}`) ?? PATHS.home} replace />;
}
