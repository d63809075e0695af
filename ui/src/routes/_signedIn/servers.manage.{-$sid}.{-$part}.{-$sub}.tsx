import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'
import { Bone, Loading } from '@/components/ui/feedback'
import { ServerList, ServerPage } from '@/features/server'
import { serverQueries } from '@/features/server/api'
import { titleOf } from '@/features/server/model/parts'
import type { Shown } from '@/features/server/model/state'
import { ApiError } from '@/lib/api/errors'
import { siteTitle, type Headed } from '@/lib/head'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'

/** The folder and the open file; the filters of the history, and the position of the entry that it begins with; a process; a moment. */
type ServerSearch = {
  path?: string
  open?: string
  kind?: string
  by?: string
  time?: string
  token?: string
  entry?: number
  run?: string
  at?: string
}

/** All servers of the viewer, one of them, or a page of it: one route, because the first script names every route. */
export const Route = createFileRoute('/_signedIn/servers/manage/{-$sid}/{-$part}/{-$sub}')({
  validateSearch: (search: ServerSearch) => search,
  loader: async ({ context: { client }, params: { sid, ...place } }) => {
    const title = titleOf(place)
    if (title === undefined) throw notFound()
    void client.prefetchQuery(serverQueries.list())
    if (!sid) return undefined
    if (!place.part) void client.prefetchInfiniteQuery(serverQueries.history(sid))
    await client.ensureQueryData(serverQueries.one(sid)).catch((error: unknown) => {
      // The page itself tells of other failures, and tries again.
      if (ApiError.is(error, 404)) throw notFound()
    })
    return {
      head: () => {
        const name = client.getQueryData(serverQueries.one(sid).queryKey)?.name
        return name === undefined ? undefined : { title: siteTitle(place.part ? `${title} - ${name}` : name) }
      },
    } satisfies Headed
  },
  component: Page,
})

const settings = () => import('@/features/server-settings')
const SettingsFrame = lazy(() => settings().then((module) => ({ default: module.SettingsFrame })))
const GeneralPage = lazy(() => settings().then((module) => ({ default: module.GeneralPage })))
const PropertiesPage = lazy(() => settings().then((module) => ({ default: module.PropertiesPage })))
const StartupPage = lazy(() => settings().then((module) => ({ default: module.StartupPage })))

const ServerBackups = lazy(() => import('@/features/server-backups').then((module) => ({ default: module.ServerBackups })))
const ServerHistory = lazy(() => import('@/features/server-history').then((module) => ({ default: module.ServerHistory })))
const ServerContent = lazy(() => import('@/features/server-content').then((module) => ({ default: module.ServerContent })))
const ConfigHistory = lazy(() => import('@/features/server-config-history').then((module) => ({ default: module.ConfigHistory })))
const CrashPage = lazy(() => import('@/features/server-history').then((module) => ({ default: module.CrashPage })))
const ServerFiles = lazy(() => import('@/features/server-files').then((module) => ({ default: module.ServerFiles })))
const ServerLoader = lazy(() => import('@/features/server-loader').then((module) => ({ default: module.ServerLoader })))
const ServerNetwork = lazy(() => import('@/features/server-network').then((module) => ({ default: module.ServerNetwork })))
const ServerInvitations = lazy(() => import('@/features/server-members').then((module) => ({ default: module.ServerInvitations })))
const ServerMembers = lazy(() => import('@/features/server-members').then((module) => ({ default: module.ServerMembers })))

function Page() {
  const { sid, part, sub } = Route.useParams()
  if (!sid)
    return (
      <ServerList>
        <Suspense>
          <ServerInvitations />
        </Suspense>
      </ServerList>
    )
  return (
    <ServerPage key={sid} id={sid} place={{ part, sub }}>
      {part ? (server, shown) => <Suspense fallback={<Waiting />}>{sectionOf(server, shown, part, sub)}</Suspense> : undefined}
    </ServerPage>
  )
}

function sectionOf(server: Server, shown: Shown, part: string, sub: string | undefined): ReactNode {
  if (part === 'content') return <ServerContent server={server} />
  if (part === 'files') return <Files server={server} />
  if (part === 'backups') return <ServerBackups server={server} shown={shown} />
  if (part === 'history') return historyPage(server, shown, sub)
  if (part === 'network') return <ServerNetwork server={server} />
  if (sub === undefined) return null
  return (
    <SettingsFrame id={server.server_id} sub={sub}>
      {settingsPage(server, shown, sub)}
    </SettingsFrame>
  )
}

function historyPage(server: Server, shown: Shown, sub: string | undefined): ReactNode {
  switch (sub) {
    case 'crash':
      return <Crash server={server} shown={shown} />
    case 'config':
      return <Config server={server} shown={shown} />
    default:
      return <History server={server} />
  }
}

function settingsPage(server: Server, shown: Shown, sub: string): ReactNode {
  switch (sub) {
    case 'general':
      return <GeneralPage server={server} />
    case 'properties':
      return <PropertiesPage server={server} />
    case 'loader':
      return <ServerLoader server={server} shown={shown} />
    case 'startup':
      return <StartupPage server={server} />
    case 'members':
      return <ServerMembers server={server} />
    default:
      return null
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined)

/** The address has the folder and the open file. */
function Files({ server }: { server: Server }) {
  const given = Route.useSearch()
  const navigate = Route.useNavigate()
  const path = textOf(given.path) ?? '/'
  const open = textOf(given.open)
  return (
    <ServerFiles
      server={server}
      path={path}
      open={open}
      canWrite={rights.writeFiles(server)}
      onPath={(next) => void navigate({ search: { path: next } })}
      onOpen={(next) => void navigate({ search: { path, ...(next ? { open: next } : {}) } })}
    />
  )
}

/** The address has the filters, so that a filtered history can be shared. */
function History({ server }: { server: Server }) {
  const { kind, by, time, token, entry } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ServerHistory
      server={server}
      filter={{ kind: textOf(kind), by: textOf(by), time: textOf(time), token: textOf(token), entry: positionOf(entry) }}
      onFilter={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}

/** The address has the file, its revision and the moment, so that each of them can be shared. */
function Config({ server, shown }: { server: Server; shown: Shown }) {
  const { path, entry, at } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ConfigHistory
      server={server}
      shown={shown}
      place={{ path: textOf(path), entry: positionOf(entry), at: textOf(at) }}
      onPlace={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}

function Crash({ server, shown }: { server: Server; shown: Shown }) {
  const { run } = Route.useSearch()
  return <CrashPage server={server} shown={shown} run={textOf(run)} />
}

/** An address read by the browser has texts, one that this application writes has numbers. */
function positionOf(value: unknown): number | undefined {
  const position = Number(value)
  return Number.isSafeInteger(position) && position > 0 ? position : undefined
}

function Waiting() {
  return (
    <Loading>
      <Bone h={320} />
    </Loading>
  )
}
