import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Tag } from '@/components/ui/badge'
import { Button, buttonClass } from '@/components/ui/button'
import { ErrorCard, Note } from '@/components/ui/feedback'
import { isAlive, usePower, type Shown } from '@/features/server/parts'
import { formatDateTime } from '@/lib/format'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import { serverCrashText } from '@/lib/i18n/zh-Hans/server-crash'
import { projectParams } from '@/lib/links'
import { useUndo, type Suspect } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './suspect-list.module.css'

const t = serverCrashText.page
const to = '/servers/manage/{-$sid}/{-$part}/{-$sub}'

/** Where a change that is none of the content is looked at and taken back. */
const places = {
  properties: { part: 'options', sub: 'properties' },
  startup: { part: 'options', sub: 'startup' },
  restore: { part: 'backups' },
  installation: { part: 'history' },
} as const

type SuspectListProps = { server: Server; shown: Shown; suspects: readonly Suspect[] }

/** The changes that may have led to a crash, each with its way back. */
export function SuspectList({ server, shown, suspects }: SuspectListProps) {
  const id = server.server_id
  const undo = useUndo(id)
  const power = usePower(id)
  /** The position of the change that was taken back. */
  const [undone, setUndone] = useState<number>()
  return (
    <>
      {undone === undefined ? null : (
        <Note
          tone="ok"
          className={css.note}
          actions={
            isAlive(shown) || !rights.power(server) ? undefined : (
              <Button size="sm" loading={power.isPending} onClick={() => power.mutate('Start')}>
                {t.start}
              </Button>
            )
          }
        >
          {t.undone}
        </Note>
      )}
      {undo.isError ? <ErrorCard className={css.note} error={undo.error} /> : null}
      <ol className={css.list}>
        {suspects.map((suspect) => (
          <li key={suspect.position}>
            <div className={css.what}>
              <What suspect={suspect} />
              <small className={ui.small}>
                {suspect.actor ? `${suspect.actor.username} · ` : null}
                <time dateTime={suspect.at}>{formatDateTime(suspect.at)}</time>
              </small>
            </div>
            <WayBack
              server={server}
              suspect={suspect}
              busy={undo.isPending ? undo.variables.position === suspect.position : false}
              onUndo={() => undo.mutate(suspect, { onSuccess: () => setUndone(suspect.position) })}
            />
          </li>
        ))}
      </ol>
    </>
  )
}

function What({ suspect }: { suspect: Suspect }) {
  const { kind, project, file, from, version, from_id, keys } = suspect
  const name = project?.title ?? (file || t.someProject)
  return (
    <span className={css.name}>
      <span>{t.kinds[kind]}</span>
      {project ? (
        <PathLink className={ui.link} to="/$type/$id" params={projectParams(project)}>
          {name}
        </PathLink>
      ) : suspect.id ? (
        <b>{name}</b>
      ) : null}
      {kind === 'version' ? <span>{t.versions(from || t.someVersion, version || t.someVersion)}</span> : null}
      {kind === 'added' && version ? <Tag>{version}</Tag> : null}
      {kind === 'removed' && from_id ? <Tag>{from || t.someVersion}</Tag> : null}
      {keys?.map((key) => (
        <code key={key}>{key}</code>
      ))}
    </span>
  )
}

type WayBackProps = { server: Server; suspect: Suspect; busy: boolean; onUndo: () => void }

function WayBack({ server, suspect, busy, onUndo }: WayBackProps) {
  const { kind, holds, from, from_id } = suspect
  if (kind !== 'added' && kind !== 'version' && kind !== 'removed') {
    return (
      <PathLink className={buttonClass({ size: 'sm' })} to={to} params={{ sid: server.server_id, ...places[kind] }}>
        {t.look[kind]}
      </PathLink>
    )
  }
  if (!holds) return <Tag line>{t.takenBack}</Tag>
  if (kind !== 'added' && !from_id) return null
  const may = rights.setup(server)
  return (
    <Button size="sm" loading={busy} disabled={!may} title={may ? undefined : t.noRight} onClick={onUndo}>
      {kind === 'version' ? t.undo.version(from || t.someVersion) : t.undo[kind]}
    </Button>
  )
}
