import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Empty, ErrorCard, Note } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { ApiError } from '@/lib/api/errors'
import { formatBytes } from '@/lib/format'
import { files } from '@/lib/hosting/files'
import type { Trashed } from '@/lib/hosting/file-types'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { toast } from '@/stores/toasts'
import { fileQueries } from '../api'
import { usePlace, useRefresh } from '../context'
import { faultOf } from '../model/faults'
import { leftUntil } from '../model/span'
import { ViewBones } from './view-bones'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

const t = serverFilesText.trash

/** What was deleted within a day: to bring it back, or to remove it for good. */
export function TrashDialog({ onClose }: { onClose: () => void }) {
  const { id, node, disk, refused } = usePlace()
  const refresh = useRefresh()
  const query = useQuery(fileQueries.trash(id, node))
  /** What is asked about: one thing, or everything. */
  const [asked, setAsked] = useState<Trashed | 'all'>()
  const [busy, setBusy] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const items = query.data?.items ?? []
  const during = async (key: string, work: () => Promise<unknown>, said?: string) => {
    setBusy(key)
    setFailed(undefined)
    try {
      await work()
      if (said !== undefined) toast(said)
    } catch (error) {
      setFailed(error instanceof ApiError && error.code === 'already_exists' ? t.taken : faultOf(error, disk))
    }
    setBusy(undefined)
    setAsked(undefined)
    await refresh()
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={t.title}
      description={t.lead}
      footer={
        items.length > 0 ? (
          <Button danger disabled={refused !== undefined} title={refused} onClick={() => setAsked('all')}>
            <Trash2 className={ui.icon} aria-hidden />
            {t.clear}
          </Button>
        ) : null
      }
    >
      {failed === undefined ? null : <Note tone="bad">{failed}</Note>}
      {query.isPending ? (
        <ViewBones />
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : items.length === 0 ? (
        <Empty icon={Trash2} title={t.emptyTitle} />
      ) : (
        <ul className={css.trash} aria-label={t.title}>
          {items.map((one) => (
            <li key={one.id}>
              <span className={ui.grow}>
                <b className={ui.break}>{one.path}</b>
                <small className={ui.small}>
                  {formatBytes(one.size)} · <Ago time={one.deleted} wrap={t.deletedAt} /> · {t.left(leftUntil(one.until))}
                </small>
              </span>
              <Button
                size="sm"
                disabled={refused !== undefined}
                title={refused}
                loading={busy === one.id}
                aria-label={t.restoreOf(one.path)}
                onClick={() => void during(one.id, () => files.restore(node, one.id), t.restored)}
              >
                <RotateCcw className={ui.icon14} aria-hidden />
                {t.restore}
              </Button>
              <IconButton
                size="sm"
                kind="quiet"
                danger
                disabled={refused !== undefined}
                label={t.purgeOf(one.path)}
                onClick={() => setAsked(one)}
              >
                <Trash2 className={ui.icon14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={asked === 'all' ? t.clearTitle : t.purgeTitle}
        text={asked === 'all' ? t.clearText(items.length) : t.purgeText(asked?.path ?? '')}
        action={asked === 'all' ? t.clear : t.purge}
        busy={busy === 'purge'}
        onConfirm={() => void during('purge', () => files.purge(node, asked === 'all' ? undefined : asked?.id))}
      />
    </Dialog>
  )
}
