import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { MessagePage } from '@/components/layout/message-page'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { hrefOf } from '@/lib/address'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { missingPage, missingPageTitle } from '@/lib/heads.gen'
import type { Server } from '@/lib/hosting/servers'
import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import { useLive } from '@/lib/live'
import { needsLicence, serverQueries, usePower } from '../api'
import { useConsole, useNow, useSamples } from '../hooks'
import type { Place } from '../model/parts'
import { stateOf, withLive, type Asked, type Shown } from '../model/state'
import { ServerFrame } from './server-frame'
import { ServerHead } from './server-head'
import { ServerNotices } from './server-notices'
import { ServerOverview } from './server-overview'
import { ServerTabs } from './server-tabs'
import ui from '@/components/ui/ui.module.css'
import css from './server-overview.module.css'

const LicenceDialog = lazy(() => import('./licence-dialog').then((module) => ({ default: module.LicenceDialog })))

const topics = ['servers']

/** What a page below the overview shows. */
type Section = (server: Server, shown: Shown) => ReactNode
type ServerPageProps = { id: string; place: Place; children?: Section | undefined }

/** The page of one server: its head, its tabs, and the overview or the section that is given. */
export function ServerPage({ id, place, children }: ServerPageProps) {
  useLive(topics)
  const query = useQuery(serverQueries.one(id))
  // It was taken away, or given to somebody else, while the page was open.
  if (ApiError.is(query.error, 404)) {
    const path = hrefOf({ to: '/servers/manage/{-$sid}/{-$part}/{-$sub}', params: { sid: id, ...place } })
    return <MessagePage status={404} message={missingPageTitle} quoted={[missingPage({ path })]} />
  }
  return (
    <ServerFrame open={id}>
      {query.data ? (
        <Body key={id} record={query.data} readAt={query.dataUpdatedAt} failed={query.isError} place={place} section={children} />
      ) : query.isError ? (
        <ErrorCard error={query.error} title={`${t.errorOne} · ${query.error.message}`} onRetry={() => void query.refetch()} />
      ) : (
        <Bones />
      )}
    </ServerFrame>
  )
}

type BodyProps = { record: Server; readAt: number; failed: boolean; place: Place; section: Section | undefined }

function Body({ record, readAt, failed, place, section }: BodyProps) {
  const id = record.server_id
  const now = useNow()
  const power = usePower(id)
  const open = !record.suspended && !record.deleted && record.host?.connected === true
  // Beside the overview nobody reads the console; what it has said is kept for the way back.
  const { session, snapshot } = useConsole(id, open && section === undefined)
  const server = withLive(record, snapshot)
  const samples = useSamples(record, readAt, snapshot)
  // Until the node has applied it, what was asked for is shown instead of what the node saw before.
  const asked: Asked | undefined =
    power.variables && (power.isPending || (power.isSuccess && record.pending))
      ? { action: power.variables, at: power.submittedAt }
      : undefined
  const shown = stateOf(server, now, asked)
  const unlicensed = needsLicence(power.error) ? power.variables : undefined
  return (
    <>
      <ServerHead
        server={server}
        shown={shown}
        now={now}
        started={snapshot.started}
        busy={power.isPending}
        onPower={(action) => power.mutate(action)}
      />
      <ServerTabs id={id} place={place} counts={{ backups: server.used_backup_quota }} />
      <ServerNotices server={server} shown={shown} now={now} failed={failed} software={place.sub === 'loader'} />
      {section ? (
        section(server, shown)
      ) : (
        <ServerOverview server={server} shown={shown} samples={samples} session={session} snapshot={snapshot} open={open} />
      )}
      {unlicensed ? (
        <Suspense>
          <LicenceDialog id={id} onAccepted={() => power.mutate(unlicensed)} onClose={() => power.reset()} />
        </Suspense>
      ) : null}
    </>
  )
}

function Bones() {
  return (
    <Loading>
      <div className={css.bones}>
        <Bone w={64} h={64} />
        <div className={ui.grow}>
          <Bone w="30%" h={30} />
          <Bone className={ui.above8} w="50%" h={18} />
        </div>
      </div>
      <div className={css.root}>
        <div className={cn(ui.card, css.boneConsole)} />
        <div className={ui.card} />
      </div>
    </Loading>
  )
}
