import type { Server } from '@/lib/hosting/servers'
import type { Sample } from '../model/figures'
import type { ConsoleSession, Snapshot } from '../model/session'
import type { Shown } from '../model/state'
import { Activity } from './activity'
import { ConsoleCard } from './console-card'
import { FigureCards } from './figure-cards'
import css from './server-overview.module.css'

type ServerOverviewProps = {
  server: Server
  shown: Shown
  samples: readonly Sample[]
  session: ConsoleSession
  snapshot: Snapshot
  open: boolean
}

/** Console, figures, and what happened. */
export function ServerOverview({ server, shown, samples, session, snapshot, open }: ServerOverviewProps) {
  return (
    <>
      <div className={css.root}>
        <ConsoleCard server={server} shown={shown} session={session} snapshot={snapshot} open={open} />
        <FigureCards server={server} samples={samples} />
      </div>
      <Activity id={server.server_id} />
    </>
  )
}
