import { LoaderCircle } from 'lucide-react'
import { useRef, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { spanOf } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import type { Backup } from '@/lib/hosting/backups'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText as t } from '@/lib/i18n/zh-Hans/server-backups'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useRemove } from '../api'
import { phaseOf, secondsLeft, taskOf } from '../model/backup'
import { refusalOf } from '../model/limits'
import ui from '@/components/ui/ui.module.css'
import css from './server-backups.module.css'

/** A backup that is being made, or put in place of the server's files, with how far it is. */
export function MovingRow({ server, backup }: { server: Server; backup: Backup }) {
  const { name, automated, id } = backup
  const phase = phaseOf(backup)
  const task = taskOf(backup)
  const [asking, setAsking] = useState(false)
  const remove = useRemove(server.server_id, id, t.cancelled)
  const refused = refusalOf(server)
  const words = task ? t.tasks[task.name] : phase === 'restoring' ? t.tasks.restore : t.tasks.waiting
  return (
    <div className={css.moving} role="group" aria-label={name}>
      <span className={css.name}>
        <LoaderCircle className={cn(ui.icon, ui.info, task && ui.spin)} aria-hidden />
        <b className={ui.break}>{name}</b>
        <Badge>{automated ? t.automatic : t.manual}</Badge>
      </span>
      <span className={cn(css.facts, ui.tabular)}>
        {words}
        {task ? <Pace progress={task.progress} /> : null}
      </span>
      {phase === 'restoring' ? null : (
        <Button size="xs" disabled={refused !== undefined} title={refused} aria-description={refused} onClick={() => setAsking(true)}>
          {uiText.cancel}
        </Button>
      )}
      {task ? <progress className={css.progress} value={task.progress} max={1} aria-label={`${words} ${name}`} /> : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.cancelTitle}
        text={t.cancelText}
        action={t.cancelAction}
        plain
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </div>
  )
}

/** The share that is done, and what is left by the pace that was seen here. */
function Pace({ progress }: { progress: number }) {
  const first = useRef({ progress, at: Date.now() })
  const seconds = secondsLeft(first.current, progress, Date.now())
  return (
    <>
      <span>{t.percent(String(Math.floor(progress * 100)))}</span>
      {seconds === undefined ? null : <span>{t.left(spanOf(seconds))}</span>}
    </>
  )
}
