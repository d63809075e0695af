import { useQuery } from '@tanstack/react-query'
import { Archive, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { isAlive, type Shown } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import type { Backup } from '@/lib/hosting/backups'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText as t } from '@/lib/i18n/zh-Hans/server-backups'
import { momentOf } from '@/lib/span'
import { backupQueries } from '../api'
import { isMoving, phaseOf } from '../model/backup'
import { createRefusal, nextDue, refusalOf, usageOf } from '../model/limits'
import { BackupRow } from './backup-row'
import { CreateDialog } from './create-dialog'
import { InsideDialog } from './inside-dialog'
import { MovingRow } from './moving-row'
import { RestoreDialog } from './restore-dialog'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-backups.module.css'

type BackupsCardProps = {
  server: Server
  shown: Shown
  now: number
  /** Undefined while it is not loaded. */
  list: readonly Backup[] | undefined
  error: unknown
  onRetry: () => void
}

/** All backups: those on their way, and below them the others with what can be done with each. */
export function BackupsCard({ server, shown, now, list, error, onRetry }: BackupsCardProps) {
  const [creating, setCreating] = useState(false)
  const [restored, setRestored] = useState<Backup>()
  const [looked, setLooked] = useState<string>()
  const inside = list?.find(({ id }) => id === looked)
  const usage = list && usageOf(list)
  const refused = usage ? createRefusal(server, usage) : refusalOf(server)
  return (
    <section className={cn(ui.card, ui.cut)} aria-labelledby="server-backups">
      <header className={ui.cardHead}>
        <h2 id="server-backups">{t.title}</h2>
        {usage ? (
          <small className={cn(ui.small, ui.tabular)}>
            {t.count(String(usage.number), String(server.backup_quota), formatBytes(usage.stored))}
          </small>
        ) : null}
        <Button
          className={ui.cardEnd}
          size="sm"
          kind="outline"
          disabled={!usage || refused !== undefined}
          title={refused}
          aria-description={refused}
          onClick={() => setCreating(true)}
        >
          <Plus className={ui.icon} aria-hidden />
          {t.create.action}
        </Button>
      </header>
      {list ? (
        <>
          {list.length === 0 ? (
            <Empty icon={Archive} title={t.emptyTitle} hint={refused ? undefined : t.emptyHint} />
          ) : (
            <Rows server={server} now={now} list={list} onRestore={setRestored} onLook={setLooked} />
          )}
          <Foot id={server.server_id} list={list} now={now} />
        </>
      ) : error === undefined ? (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="60%" />
          <Bone w="50%" />
          <Bone w="55%" />
        </Loading>
      ) : (
        <ErrorCard className={ui.around16} error={error} title={t.errorTitle} onRetry={onRetry} />
      )}
      {creating ? <CreateDialog server={server.server_id} running={isAlive(shown)} onClose={() => setCreating(false)} /> : null}
      {restored ? <RestoreDialog server={server} shown={shown} backup={restored} now={now} onClose={() => setRestored(undefined)} /> : null}
      {list && inside ? (
        <InsideDialog server={server} shown={shown} backup={inside} list={list} now={now} onClose={() => setLooked(undefined)} />
      ) : null}
    </section>
  )
}

type RowsProps = {
  server: Server
  now: number
  list: readonly Backup[]
  onRestore: (backup: Backup) => void
  onLook: (id: string) => void
}

function Rows({ server, now, list, onRestore, onLook }: RowsProps) {
  const moving = list.filter((one) => isMoving(phaseOf(one)))
  // One that is being restored stays in the list.
  const ended = list.filter((one) => !isMoving(phaseOf(one)) || phaseOf(one) === 'restoring')
  return (
    <>
      {moving.map((backup) => (
        <MovingRow key={backup.id} server={server} backup={backup} />
      ))}
      {ended.length > 0 ? (
        <table className={cn(tableCss.root, css.table)}>
          <caption className={ui.visuallyHidden}>{t.title}</caption>
          <thead>
            <tr>
              <th scope="col">{t.column.name}</th>
              <th scope="col">{t.column.kind}</th>
              <th scope="col">{t.column.by}</th>
              <th scope="col" className={tableCss.right}>
                {t.column.at}
              </th>
              <th scope="col" className={tableCss.right}>
                {t.column.size}
              </th>
              <th scope="col">
                <span className={ui.visuallyHidden}>{t.column.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ended.map((backup) => (
              <BackupRow
                key={backup.id}
                server={server}
                backup={backup}
                list={list}
                now={now}
                onRestore={() => onRestore(backup)}
                onLook={() => onLook(backup.id)}
              />
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  )
}

/** When the next automatic one comes, and that a restore can be taken back. */
function Foot({ id, list, now }: { id: string; list: readonly Backup[]; now: number }) {
  const { data } = useQuery(backupQueries.automatic(id))
  const due = data?.enabled ? nextDue(list, data.interval, now) : undefined
  return (
    <div className={cn(ui.cardFoot, css.foot)}>
      <span>
        {data ? (data.enabled ? t.footEvery(String(data.interval)) : t.footOff) : null}
        {due === undefined ? null : t.footNext(momentOf(new Date(due).toISOString(), now))}
      </span>
      <span>{t.footUndo}</span>
    </div>
  )
}
