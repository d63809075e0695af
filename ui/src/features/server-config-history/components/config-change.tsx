import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorCard, Bone, Loading, Note } from '@/components/ui/feedback'
import { Segmented } from '@/components/ui/segmented'
import { DiffRoot, LineDiff } from '@/features/history'
import type { Shown } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import type { Server } from '@/lib/hosting/servers'
import { serverConfigHistoryText as t } from '@/lib/i18n/zh-Hans/server-config-history'
import { configQueries, type Difference, type Revision } from '../api'
import { canRestore, comparedOf, refusalOf, targetOf, type Base } from '../model/compared'
import { ConfigKeys } from './config-keys'
import { ConfigRestoreDialog, type Wanted } from './config-restore-dialog'
import ui from '@/components/ui/ui.module.css'
import css from './config-history.module.css'

/** Longer texts are not compared: it would take a browser too long. In characters. */
const MOST = 512 * 1024

type ConfigChangeProps = {
  server: Server
  shown: Shown
  path: string
  /** The newest first. */
  revisions: readonly Revision[]
  chosen: Revision
  onRestored: () => void
}

/** What a revision of a file changed, or what has changed since; and the way back to it. */
export function ConfigChange({ server, shown, path, revisions, chosen, onRestored }: ConfigChangeProps) {
  const [base, setBase] = useState<Base>('previous')
  const [wanted, setWanted] = useState<Wanted>()
  const { before, after } = comparedOf(revisions, chosen, base)
  const query = useQuery(configQueries.diff(server.server_id, path, before?.position, after.position))
  const newest = revisions[0] ?? chosen
  const target = targetOf(revisions, chosen)
  const refused = refusalOf(server) ?? (target && canRestore(target) ? undefined : t.refused.content)
  return (
    <section className={cn(ui.card, ui.cut)} aria-label={t.diff}>
      <header className={cn(ui.cardHead, css.head)}>
        <h3 className={css.path}>
          <bdi>{path}</bdi>
        </h3>
        <span className={cn(ui.row, ui.push, css.asOf)}>
          {chosen === newest ? null : (
            <Segmented
              label={t.compare}
              value={base}
              onValue={setBase}
              segments={[
                { value: 'previous', label: t.withPrevious },
                { value: 'current', label: t.withCurrent },
              ]}
            />
          )}
          {target ? (
            <Button size="sm" disabled={refused !== undefined} title={refused} onClick={() => setWanted({ revision: target })}>
              <RotateCcw className={ui.icon14} aria-hidden />
              {chosen === newest ? t.undo : t.restore}
            </Button>
          ) : null}
        </span>
      </header>
      {query.isPending ? (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="60%" />
          <Bone w="45%" />
        </Loading>
      ) : query.isError ? (
        <ErrorCard className={ui.around16} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Compared
          difference={query.data}
          first={before === undefined}
          onKey={
            before && canRestore(before) && refusalOf(server) === undefined
              ? (key, value) => setWanted({ revision: before, key, value })
              : undefined
          }
        />
      )}
      {wanted ? (
        <ConfigRestoreDialog
          server={server}
          shown={shown}
          path={path}
          wanted={wanted}
          expected={newest.state === 'text' && newest.kept ? newest.position : 0}
          onClose={() => setWanted(undefined)}
          onRestored={() => {
            setWanted(undefined)
            onRestored()
          }}
        />
      ) : null}
    </section>
  )
}

type ComparedProps = {
  difference: Difference
  first: boolean
  /** Restores a setting to its former value. */
  onKey: ((key: string, value: string) => void) | undefined
}

function Compared({ difference: { before, after, keys }, first, onKey }: ComparedProps) {
  const sides = [before, after]
  const missing = sides.map(({ state }) => state).find((state) => state === 'hidden' || state === 'missing' || state === 'unreadable')
  const was = before.text ?? ''
  const is = after.text ?? ''
  const notes = [
    sides.some(({ state }) => state === 'masked') ? t.masked : '',
    sides.some(({ foreign }) => foreign) ? t.foreign : '',
    first ? t.first : '',
    missing
      ? t.unavailable[missing as 'hidden' | 'missing' | 'unreadable']
      : Math.max(was.length, is.length) > MOST
        ? t.unavailable.large
        : '',
    !missing && was === is && keys.length === 0 ? t.same : '',
  ].filter(Boolean)
  return (
    <>
      {notes.map((note) => (
        <Note key={note} className={ui.around16}>
          {note}
        </Note>
      ))}
      {keys.length > 0 ? <ConfigKeys keys={keys} onKey={onKey} /> : null}
      {missing || was === is || Math.max(was.length, is.length) > MOST ? null : (
        <DiffRoot>
          <LineDiff title={t.diff} before={was} after={is} />
        </DiffRoot>
      )}
    </>
  )
}
