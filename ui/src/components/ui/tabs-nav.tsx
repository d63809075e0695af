import type { ReactNode } from 'react'
import { useCurrentInSight } from './use-current-in-sight'

/** A row of links that look like tabs; children are links with `aria-current` on the open one. */
export function NavTabs({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const bar = useCurrentInSight()
  return (
    <nav ref={bar} className={className ? `tabs ${className}` : 'tabs'} aria-label={label}>
      {children}
    </nav>
  )
}
