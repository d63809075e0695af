import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { formatBytes, formatExact } from '@/lib/format'
import { files } from '@/lib/hosting/files'
import type { FileOperation } from '@/lib/hosting/file-types'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { toast } from '@/stores/toasts'
import { fileQueries, isRunning } from '../api'
import { usePlace } from '../context'
import { faultOf } from '../model/faults'
import { nameOf } from '../model/paths'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

const t = serverFilesText.operations

/** The extractions of a server: those on their way, and what came of those that nobody dismissed. */
export function Operations() {
  const { id, node } = usePlace()
  const client = useQueryClient()
  const { data } = useQuery(fileQueries.operations(id, node))
  const all = data?.all ?? []
  const running = all.filter(isRunning).length
  const before = useRef(running)
  useEffect(() => {
    // What an ended extraction wrote is to be seen.
    if (running < before.current) void client.invalidateQueries({ queryKey: fileQueries.lists(id) })
    before.current = running
  }, [client, id, running])
  if (all.length === 0) return null
  return (
    <Card id="file-operations" title={t.title}>
      <ul className={css.tasks}>
        {all.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ one }: { one: FileOperation }) {
  const { id, node, refused } = usePlace()
  const client = useQueryClient()
  const { state, src, trg, progress } = one
  const runs = isRunning(one)
  const name = nameOf(src)
  const end = async () => {
    await (runs ? files.cancel(node, one.id) : files.dismiss(node, one.id)).catch((error: unknown) =>
      toast(faultOf(error), undefined, 'error'),
    )
    await client.invalidateQueries({ queryKey: fileQueries.operations(id, node).queryKey })
  }
  const Icon = runs ? LoaderCircle : state === 'done' ? CircleCheck : CircleAlert
  const tone = runs ? cn(ui.subtle, state === 'ongoing' && ui.spin) : state === 'done' ? ui.ok : state === 'cancelled' ? ui.warn : ui.bad
  return (
    <li>
      <Icon className={cn(ui.icon, tone)} aria-hidden />
      <span className={ui.grow}>
        <b className={ui.break}>{t.of(name, trg)}</b>
        <small className={ui.small} role={runs ? undefined : 'status'}>
          {t.states[state]} · {t.progress(formatExact(one.files_processed), formatBytes(one.bytes_processed))}
          {runs && one.current_file !== '' ? <span className={cn(ui.clip, ui.block)}>{one.current_file}</span> : null}
        </small>
        {runs ? <progress className={css.progress} value={progress} max={1} aria-label={t.of(name, trg)} /> : null}
      </span>
      <Button
        size="xs"
        disabled={refused !== undefined}
        title={refused}
        aria-label={runs ? t.cancelOf(name) : t.dismissOf(name)}
        onClick={() => void end()}
      >
        {runs ? t.cancel : t.dismiss}
      </Button>
    </li>
  )
}
