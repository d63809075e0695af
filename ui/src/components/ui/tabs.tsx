import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import css from './tabs.module.css'

export type Tab = { value: string; label: ReactNode; content: ReactNode }

/** Tabs inside one page. Tabs that have their own address are links (see `NavTabs`). */
export function Tabs({
  tabs,
  value,
  onValue,
  label,
}: {
  tabs: readonly Tab[]
  value: string
  onValue: (value: string) => void
  label: string
}) {
  return (
    <Radix.Root value={value} onValueChange={onValue}>
      <Radix.List className={css.root} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={css.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
