import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { useCurrentInSight } from './use-current-in-sight'
import tabsCss from './tabs.module.css'

/** A row of links styled as tabs; children are links with `aria-current` on the open one. */
export function NavTabs({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  const bar = useCurrentInSight()
  return (
    <nav ref={bar} className={className ? cn(tabsCss.root, className) : tabsCss.root} aria-label={label}>
      {children}
    </nav>
  )
}
