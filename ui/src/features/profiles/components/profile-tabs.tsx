import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { NavTabs } from '@/components/ui/tabs-nav'
import type { Address } from '@/lib/address'
import type { ProjectCounts, UrlType } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { profileText as t } from '@/lib/i18n/zh-Hans/profiles'
import { kindsIn, profileAddress, type Profile, type ProfilePart } from '../model/list'
import tabsCss from '@/components/ui/tabs.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './profile-tabs.module.css'

type ProfileTabsProps = { of: Profile; id: string; counts: ProjectCounts; open: UrlType | 'all' | ProfilePart; children?: ReactNode }

/** A tab, which is a link. */
export function profileTab({ address, label, on, count }: { address: Address; label: string; on: boolean; count?: number }): ReactNode {
  return (
    <PathLink key={label} keepScroll {...address} className={on ? tabsCss.on : undefined} aria-current={on ? 'page' : undefined}>
      {label}
      {count === undefined ? null : <span className={cn(ui.tabular, ui.small)}>{formatExact(count)}</span>}
    </PathLink>
  )
}

/** Tabs of all projects, of each type and of the page's other parts. */
export function ProfileTabs({ of, id, counts, open, children }: ProfileTabsProps) {
  const tab = (kind: UrlType | undefined, label: string, count: number) =>
    profileTab({ address: profileAddress(of, id, kind), label, on: open === (kind ?? 'all'), count })
  return (
    <NavTabs label={t.kinds} className={css.root}>
      {tab(undefined, t.all, counts.projects)}
      {kindsIn(counts.types).map((kind) => tab(kind.id, kind.label, counts.types[kind.id] ?? 0))}
      {children}
    </NavTabs>
  )
}
