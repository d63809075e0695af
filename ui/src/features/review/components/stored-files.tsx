import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { formatBytes } from '@/lib/format'
import { storedText as t } from '@/lib/i18n/zh-Hans/stored'
import { toast } from '@/stores/toasts'
import { storedQuery, useDestroy, type StoredFile } from '../stored-api'
import ui from '@/components/ui/ui.module.css'
import css from './stored-files.module.css'

const PAGE = 20
const MOST = 100
const tones: Record<StoredFile['state'], Tone> = { kept: 'info', cleared: 'neutral', destroyed: 'bad' }

/** The files that were stored for a project, for the staff; an administrator can destroy them by law. */
export default function StoredFiles({ project, admin }: { project: string; admin: boolean }) {
  const [limit, setLimit] = useState(0)
  const [leaving, setLeaving] = useState<StoredFile>()
  const stored = useQuery({ ...storedQuery(project, limit), enabled: limit > 0 })
  const destroy = useDestroy()
  const { data } = stored
  const confirm = () => {
    const url = leaving?.url
    setLeaving(undefined)
    if (!url) return
    void destroy
      .mutateAsync(url)
      .then(() => toast(t.destroyed))
      .catch(() => undefined)
  }
  return (
    <Card id="stored-title" title={t.title}>
      <div className={css.body}>
        <p className={ui.small}>{t.lead}</p>
        {limit === 0 ? (
          <Button size="sm" onClick={() => setLimit(PAGE)}>
            {t.show}
          </Button>
        ) : stored.isError ? (
          <ErrorCard error={stored.error} onRetry={() => void stored.refetch()} />
        ) : !data ? (
          <Loading>
            <Bone h={160} />
          </Loading>
        ) : data.total === 0 ? (
          <p>{t.none}</p>
        ) : (
          <>
            <ul className={css.list} aria-label={t.caption}>
              {data.files?.map((file) => (
                <Row
                  key={`${file.added} ${file.name} ${file.sha512 ?? ''} ${file.url ?? ''}`}
                  file={file}
                  {...(admin ? { onDestroy: () => setLeaving(file) } : {})}
                />
              ))}
            </ul>
            <p className={ui.small}>{t.shown(data.files?.length ?? 0, data.total)}</p>
            {limit < Math.min(data.total, MOST) ? (
              <Button size="sm" onClick={() => setLimit(limit + PAGE)}>
                {t.next}
              </Button>
            ) : null}
          </>
        )}
      </div>
      <ConfirmDialog
        open={leaving !== undefined}
        onOpenChange={() => setLeaving(undefined)}
        title={t.destroyTitle}
        text={t.destroyText(leaving?.name ?? '')}
        action={t.destroy}
        busy={destroy.isPending}
        onConfirm={confirm}
      />
    </Card>
  )
}

function Row({ file, onDestroy }: { file: StoredFile; onDestroy?: () => void }) {
  const version = file.number ? t.version(file.number) : file.version ? t.deletedVersion(file.version) : ''
  const entries = file.entries ?? []
  return (
    <li className={css.row}>
      <div className={css.text}>
        <b className={ui.break}>{file.name}</b>
        <Badge tone={file.state === 'kept' && !file.removed ? 'ok' : tones[file.state]}>
          {file.state === 'kept' && !file.removed ? t.inUse : t.states[file.state]}
        </Badge>
        <small className={ui.small}>
          {[t.kinds[file.kind], version, file.size > 0 ? formatBytes(file.size) : undefined].filter(Boolean).join(' · ')}
          {' · '}
          {t.column.added} <Ago time={file.added} />
          {file.removed ? (
            <>
              {' · '}
              {t.column.removed} <Ago time={file.removed} />
            </>
          ) : null}
        </small>
        {file.sha512 ? <code className={css.hash}>{t.hash(file.sha512)}</code> : null}
        {file.total_entries > 0 ? (
          <details>
            <summary>{t.entries(file.total_entries)}</summary>
            <ul className={css.entries}>
              {entries.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
            {file.total_entries > entries.length ? <small>{t.more(file.total_entries - entries.length)}</small> : null}
          </details>
        ) : null}
      </div>
      {file.url ? (
        <span className={ui.row}>
          <a href={file.url} aria-label={t.openNamed(file.name)}>
            {t.open}
          </a>
          {onDestroy ? (
            <Button size="sm" danger aria-label={t.destroyNamed(file.name)} onClick={onDestroy}>
              {t.destroy}
            </Button>
          ) : null}
        </span>
      ) : null}
    </li>
  )
}
