import { useQuery } from '@tanstack/react-query'
import { MessagePage } from '@/components/layout/message-page'
import { Bone, ErrorCard, Loading } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { hrefOf } from '@/lib/address'
import { missingPage, missingPageTitle } from '@/lib/heads.gen'
import type { Server } from '@/lib/hosting/servers'
import { serverText as t } from '@/lib/i18n/zh-Hans/server'
import { useLive } from '@/lib/live'
import { serverQueries, usePower } from '../api'
import { useConsole, useNow, useSamples } from '../hooks'
import { stateOf, withLive, type Asked } from '../model/state'
import { Activity } from './activity'
import { ConsoleCard } from './console-card'
import { FigureCards } from './figure-cards'
import { ServerFrame } from './server-frame'
import { ServerHead } from './server-head'
import { ServerNotices } from './server-notices'
import ui from '@/components/ui/ui.module.css'
import css from './server-overview.module.css'

const topics = ['servers']

/** The page of one server: state and power, console, figures, what happened. */
export function ServerOverview({ id }: { id: string }) {
  useLive(topics)
  const query = useQuery(serverQueries.one(id))
  // It was taken away, or given to somebody else, while the page was open.
  if (ApiError.is(query.error, 404)) {
    const path = hrefOf({ to: '/servers/manage/{-$sid}', params: { sid: id } })
    return <MessagePage status={404} message={missingPageTitle} quoted={[missingPage({ path })]} />
  }
  return (
    <ServerFrame open={id}>
      {query.data ? (
        <Overview key={id} record={query.data} readAt={query.dataUpdatedAt} failed={query.isError} />
      ) : query.isError ? (
        <ErrorCard error={query.error} title={`${t.errorOne} · ${query.error.message}`} onRetry={() => void query.refetch()} />
      ) : (
        <Bones />
      )}
    </ServerFrame>
  )
}

function Overview({ record, readAt, failed }: { record: Server; readAt: number; failed: boolean }) {
  const id = record.server_id
  const now = useNow()
  const power = usePower(id)
  const open = !record.suspended && !record.deleted && record.host?.connected === true
  const { session, snapshot } = useConsole(id, open)
  const server = withLive(record, snapshot)
  const samples = useSamples(record, readAt, snapshot)
  // Until the node has applied it, what was asked for is shown instead of what the node saw before.
  const asked: Asked | undefined =
    power.variables && (power.isPending || (power.isSuccess && record.pending))
      ? { action: power.variables, at: power.submittedAt }
      : undefined
  const shown = stateOf(server, now, asked)
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
      <ServerNotices server={server} shown={shown} now={now} failed={failed} />
      <div className={css.root}>
        <ConsoleCard server={server} shown={shown} session={session} snapshot={snapshot} open={open} />
        <FigureCards server={server} samples={samples} />
      </div>
      <Activity id={id} />
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
