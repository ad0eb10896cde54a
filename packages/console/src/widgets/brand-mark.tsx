import type { ReactNode } from 'react';

/** The product's sign. */
export function BrandMark({ size }: { readonly size: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="6" fill="#1f2d3d" />
      <path d="M7 22V16M13 22V10M19 22v-8M25 22V7" stroke="#409eff" strokeWidth="3.4" strokeLinecap="round" />
    </svg>
  );
}
