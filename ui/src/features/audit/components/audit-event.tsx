import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { formatDateTime, formatExact } from '@/lib/format'
import { auditText as t } from '@/lib/i18n/zh-Hans/audit'
import { projectParams } from '@/lib/links'
import { toast } from '@/stores/toasts'
import { auditQueries, getProof, type AuditEntry, type AuditRecord } from '../api'
import { UndoOfEntry } from '@/features/review/parts'
import { actorName, contentOf, decisionOf } from '../model/words'
import type { AuditFilters } from '../search'
import ui from '@/components/ui/ui.module.css'
import css from './audit.module.css'

/** The kinds of entries that a decision can be undone from. */
const undoable = new Set(['approved', 'rejected', 'withheld', 'status-forced', 'undo-proposed'])

type AuditEventProps = { entry: AuditEntry; filters: AuditFilters; names: ReadonlyMap<string, string> }

/** The event of an entry: its place in the log, what it says, and its proof. */
export function AuditEvent({ entry, filters, names }: AuditEventProps) {
  const query = useQuery(auditQueries.event(entry.position))
  const { data } = query
  const { project } = entry.subject
  const content = contentOf(entry, names)
  const decision = decisionOf(entry)
  return (
    <div className={css.event}>
      <div>
        {content ? <p className={css.full}>{content}</p> : null}
        <dl className={css.facts}>
          <dt>{t.event}</dt>
          <dd className={css.mono}>{entry.event.type}</dd>
          <dt>{t.stream}</dt>
          <dd className={css.mono}>
            {entry.event.stream} @ {entry.event.revision}
          </dd>
          <dt>{t.eventId}</dt>
          <dd className={css.mono}>{entry.event.id}</dd>
          <dt>{t.role}</dt>
          <dd>
            {actorName(entry)}
            {entry.role && entry.actor_id ? `，${t.roles[entry.role] ?? entry.role}` : ''}
          </dd>
          {data ? (
            <>
              <dt>{t.recorded}</dt>
              <dd>{formatDateTime(data.recorded)}</dd>
            </>
          ) : null}
        </dl>
        <div className={css.actions}>
          {project && entry.subject.type === 'project' ? (
            <PathLink className={buttonClass({ size: 'sm' })} to="/$type/$id/moderation" params={projectParams(project)}>
              {t.history}
            </PathLink>
          ) : null}
          {decision ? (
            <PathLink className={buttonClass({ size: 'sm' })} to="/moderation/audit" search={{ text: decision }}>
              {t.decision}
            </PathLink>
          ) : null}
          <PathLink
            className={buttonClass({ size: 'sm' })}
            to="/moderation/audit"
            search={{ ...filters, actor: entry.actor_id || 'system', before: undefined }}
          >
            {t.onlyActor}
          </PathLink>
          <PathLink className={buttonClass({ size: 'sm' })} to="/moderation/audit" search={{ ...filters, subject: entry.subject.id }}>
            {t.onlySubject}
          </PathLink>
        </div>
        {project && undoable.has(entry.kind) ? (
          <Suspense>
            <UndoOfEntry project={project.id} decision={decision ?? entry.event.id} />
          </Suspense>
        ) : null}
      </div>
      {data ? (
        <Stored record={data} />
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Loading className={ui.pile}>
          <Bone w="80%" h={12} />
          <Bone w="60%" h={12} />
        </Loading>
      )}
    </div>
  )
}

function Stored({ record }: { record: AuditRecord }) {
  const proof = useMutation({
    mutationFn: () => getProof(record.position),
    onSuccess: (found) => save(`proof-${record.id}.json`, JSON.stringify(found, null, 2)),
    onError: (error) => toast(t.proofFailed, error.message, 'error'),
  })
  return (
    <>
      <details className={css.stored}>
        <summary>{t.stored}</summary>
        <pre className={css.data}>{JSON.stringify(record.data, null, 2)}</pre>
      </details>
      <div className={css.proof}>
        {typeof record.leaf === 'number' ? (
          <>
            <p>
              <ShieldCheck className={ui.icon} aria-hidden />
              {t.sealed(formatExact(record.leaf))}
            </p>
            <Button size="sm" loading={proof.isPending} onClick={() => proof.mutate()}>
              {t.proof}
            </Button>
          </>
        ) : (
          <p>{t.unsealed}</p>
        )}
      </div>
    </>
  )
}

/** Gives the viewer a file. */
function save(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
