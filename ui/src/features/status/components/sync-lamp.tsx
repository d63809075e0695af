import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Answer } from '@/lib/api/operations'
import { cn } from '@/lib/cn'
import { statusText as t } from '@/lib/i18n/zh-Hans/status'
import lampCss from '@/components/ui/lamp.module.css'
import { syncQuery } from '../queries'
import { ageOf, LATE_SECONDS, secondsBetween } from '../words'
import css from './sync-lamp.module.css'

type Sync = Pick<Answer<'GET', '/_internal/status/sync'>, 'now' | 'synced'>

/** Whether what was written is visible, and how old the visible state is. */
export function SyncState({ sync }: { sync: Sync | undefined }) {
  const age = sync?.synced ? secondsBetween(sync.synced, sync.now) : undefined
  const late = age !== undefined && age > LATE_SECONDS
  const said = age === undefined ? t.unknown : late ? t.behind(ageOf(age)) : t.synced(ageOf(age))
  return (
    <>
      <span className={cn(lampCss.root, css.lamp, age === undefined && lampCss.off, late && css.late)} aria-hidden />
      {said}
    </>
  )
}

/** The state of this page's data, asked from time to time: a drawn page would show that of another moment. */
export function SyncLamp() {
  const [begun, setBegun] = useState(false)
  useEffect(() => setBegun(true), [])
  const sync = useQuery({ ...syncQuery, enabled: begun })
  return <span className={css.root}>{sync.isPending ? t.title : <SyncState sync={sync.data} />}</span>
}
