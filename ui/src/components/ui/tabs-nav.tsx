import type { ReactNode } from 'react'

/** A row of links that look like tabs; children are links with `aria-current` on the open one. */
export function NavTabs({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <nav className={className ? `tabs ${className}` : 'tabs'} aria-label={label}>
      {children}
    </nav>
  )
}
