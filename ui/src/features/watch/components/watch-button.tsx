import { useQuery } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { watchText as t } from '@/lib/i18n/zh-Hans/watch'
import { useSession } from '@/lib/session'
import { watchQueries, useWatching, type WatchKind } from '../api'
import ui from '@/components/ui/ui.module.css'

/** Says whether the person hears of a place, and changes it. Nobody else sees it. */
export function WatchButton({ kind, id }: { kind: WatchKind; id: string }) {
  const viewer = useSession()
  const { data } = useQuery({ ...watchQueries.of(kind, id), enabled: Boolean(viewer) })
  const change = useWatching(kind, id)
  if (!viewer || !data) return null
  const on = change.isPending ? change.variables : data.watching
  const Icon = on ? BellRing : Bell
  return (
    <Button size="sm" on={on} aria-pressed={on} title={t.hints[kind]} disabled={change.isPending} onClick={() => change.mutate(!on)}>
      <Icon className={ui.icon14} aria-hidden />
      {on ? t.on : t.off}
    </Button>
  )
}
