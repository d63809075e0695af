import { Download, Ellipsis, FolderOpen, Lock, LockOpen, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Menu, MenuLine } from '@/components/ui/dropdown-menu'
import { MenuAction } from '@/components/ui/menu-action'
import { cn } from '@/lib/cn'
import { formatBytes, formatDateTime } from '@/lib/format'
import { backups, type Backup } from '@/lib/hosting/backups'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText as t } from '@/lib/i18n/zh-Hans/server-backups'
import { momentOf } from '@/lib/span'
import { tellFailure, useAct, useRemove } from '../api'
import { follow } from '../follow'
import { phaseOf, reasonOf } from '../model/backup'
import { readRefusal, refusalOf, removeRefusal, restoreRefusal } from '../model/limits'
import { RenameDialog } from './rename-dialog'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-backups.module.css'

type BackupRowProps = { server: Server; backup: Backup; list: readonly Backup[]; now: number; onRestore: () => void; onLook: () => void }

/** One backup that has ended: what it is, and what can be done with it. */
export function BackupRow({ server, backup, list, now, onRestore, onLook }: BackupRowProps) {
  const { name, automated, by, created_at: at, size_bytes: bytes = 0, stored_bytes: stored = 0 } = backup
  const phase = phaseOf(backup)
  const whole = phase !== 'failed'
  return (
    <tr>
      <td className={tableCss.mobileWide}>
        <span className={css.name}>
          <b className={ui.break}>{name}</b>
          {backup.locked ? (
            <span title={t.locked} role="img" aria-label={t.locked}>
              <Lock className={cn(ui.icon14, ui.subtle)} aria-hidden />
            </span>
          ) : null}
          {phase === 'damaged' ? (
            <span title={t.damagedHint}>
              <Badge tone="bad">{t.damaged}</Badge>
            </span>
          ) : phase === 'failed' ? (
            <Badge tone="bad">{t.failedBadge}</Badge>
          ) : null}
        </span>
        <Remark backup={backup} />
      </td>
      <td>
        <Badge tone={automated ? 'neutral' : 'accent'}>{automated ? t.automatic : t.manual}</Badge>
      </td>
      <td className={css.by}>{automated ? t.node : (by?.username ?? t.somebody)}</td>
      <td className={cn(tableCss.right, ui.subtle)}>
        <time dateTime={at} title={formatDateTime(at)}>
          {momentOf(at, now)}
        </time>
      </td>
      <td className={tableCss.right}>
        {whole && bytes > 0 ? (
          <>
            {formatBytes(bytes)}
            <small className={cn(ui.small, ui.before8)} title={t.storedHint}>
              {t.stored(formatBytes(stored))}
            </small>
          </>
        ) : null}
      </td>
      <td className={cn(tableCss.right, tableCss.mobileEnd)}>
        <Actions server={server} backup={backup} list={list} onRestore={onRestore} onLook={onLook} />
      </td>
    </tr>
  )
}

/** Why it is not as it should be. */
function Remark({ backup }: { backup: Backup }) {
  const phase = phaseOf(backup)
  const words = phase === 'failed' ? t.failed(reasonOf(backup)) : phase === 'damaged' ? t.damagedHint : undefined
  return words ? <small className={cn(ui.small, ui.block, ui.bad)}>{words}</small> : null
}

type Opened = 'rename' | 'remove'

function Actions({ server, backup, list, onRestore, onLook }: Omit<BackupRowProps, 'now'>) {
  const { name, id, locked } = backup
  const [open, setOpen] = useState<Opened>()
  const [fetching, setFetching] = useState(false)
  const act = useAct(server.server_id, id)
  const remove = useRemove(server.server_id, id, t.removed)
  const refused = refusalOf(server)
  const unread = readRefusal(server, backup)
  const failed = phaseOf(backup) === 'failed'
  const barred = failed ? refused : restoreRefusal(server, backup, list)
  const off = (why: string | undefined) => ({ disabled: why !== undefined, title: why, 'aria-description': why })
  const download = async () => {
    setFetching(true)
    await backups.downloadUrl(server.server_id, id).then(follow, tellFailure)
    setFetching(false)
  }
  return (
    <span className={css.actions}>
      {failed ? (
        <Button size="xs" {...off(refused)} loading={act.isPending} onClick={() => act.mutate({ action: 'retry', said: t.retried })}>
          {t.retry}
        </Button>
      ) : (
        <Button size="xs" {...off(barred)} aria-label={t.restoreOf(name)} onClick={onRestore}>
          {t.restore}
        </Button>
      )}
      <IconButton size="xs" kind="quiet" label={t.downloadOf(name)} {...off(unread)} loading={fetching} onClick={() => void download()}>
        <Download className={ui.icon} aria-hidden />
      </IconButton>
      <Menu
        label={t.moreOf(name)}
        trigger={
          <IconButton size="xs" kind="quiet" label={t.moreOf(name)}>
            <Ellipsis className={ui.icon} aria-hidden />
          </IconButton>
        }
      >
        <MenuAction why={unread} icon={FolderOpen} label={t.look} onSelect={onLook} />
        {failed ? null : <MenuAction why={barred} icon={RotateCcw} label={t.restore} onSelect={onRestore} />}
        <MenuAction why={refused} icon={Pencil} label={t.rename} onSelect={() => setOpen('rename')} />
        <MenuAction
          why={refused}
          icon={locked ? LockOpen : Lock}
          label={locked ? t.unlock : t.lock}
          onSelect={() => act.mutate(locked ? { action: 'unlock', said: t.didUnlock } : { action: 'lock', said: t.didLock })}
        />
        <MenuLine />
        <MenuAction danger why={removeRefusal(server, backup)} icon={Trash2} label={t.remove} onSelect={() => setOpen('remove')} />
      </Menu>
      {open === 'rename' ? <RenameDialog server={server.server_id} backup={backup} onClose={() => setOpen(undefined)} /> : null}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={() => setOpen(undefined)}
        title={t.removeTitle}
        text={t.removeText(name)}
        action={t.remove}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setOpen(undefined) })}
      />
    </span>
  )
}
