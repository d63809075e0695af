import type { ReactNode } from 'react'

/** A figure under its name. */
export function Stat({ label, value, title, className }: { label: string; value: ReactNode; title?: string; className?: string }) {
  return (
    <span className={className ? `stat ${className}` : 'stat'}>
      <small>{label}</small>
      <b title={title}>{value}</b>
    </span>
  )
}
