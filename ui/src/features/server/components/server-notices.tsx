import { lazy, Suspense } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Note } from '@/components/ui/feedback'
import { formatRelative } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { exitWords, isAlive, spanOf, type Shown } from '../model/state'
import ui from '@/components/ui/ui.module.css'
import css from './server-notices.module.css'

const CrashFacts = lazy(() => import('./crash-facts').then((module) => ({ default: module.CrashFacts })))

const t = serverText.notices
const DAY_MS = 86_400_000
/** A deleted server can be brought back for so many days. */
const KEPT_DAYS = 7
const aboutSoftware: ReadonlySet<Shown> = new Set(['empty', 'installing', 'broken'])

type ServerNoticesProps = {
  server: Server
  shown: Shown
  now: number
  failed: boolean
  /** The page below says itself what is installed. */
  software: boolean
}

/** What the state of a server means, and what happens next. */
export function ServerNotices({ server, shown, now, failed, software }: ServerNoticesProps) {
  const { host } = server
  return (
    <div className={css.root}>
      {failed ? <Note tone="warn">{t.stale}</Note> : null}
      {software && aboutSoftware.has(shown) ? null : <StateNotice server={server} shown={shown} now={now} />}
      {host && host.unlimited.length > 0 && !server.deleted ? (
        <Note>
          {t.unlimited(host.unlimited.map((one) => t.limits[one] ?? one).join('、'))}
          <small className={ui.subtle}> {t.unlimitedHint}</small>
        </Note>
      ) : null}
    </div>
  )
}

function StateNotice({ server, shown, now }: Omit<ServerNoticesProps, 'failed' | 'software'>) {
  const { host, power, last_run: run } = server
  const since = power.since ? Date.parse(power.since) : now
  switch (shown) {
    case 'deleted': {
      const left = Math.ceil(KEPT_DAYS - (now - Date.parse(server.deleted ?? '')) / DAY_MS)
      return <Note tone="bad">{left > 0 ? t.deleted(left) : t.deletedGone}</Note>
    }
    case 'suspended':
      return <Note tone="warn">{t.suspended(t.suspensions[server.suspension_reason ?? 'other'])}</Note>
    case 'unlinked':
      return <Note>{t.unlinked}</Note>
    case 'away':
      return (
        <Note tone="warn">
          <b>{t.away(host?.name ?? '', host ? formatRelative(host.seen, now) : '')}</b>
          <p>{t.awayKept}</p>
        </Note>
      )
    case 'empty':
      return <Note actions={<ToSoftware id={server.server_id}>{t.install}</ToSoftware>}>{t.empty}</Note>
    case 'installing':
      return <Note actions={<ToSoftware id={server.server_id}>{t.installingLook}</ToSoftware>}>{t.installing}</Note>
    case 'broken':
      return (
        <Note tone="bad" actions={<ToSoftware id={server.server_id}>{t.brokenLook}</ToSoftware>}>
          {t.broken}
        </Note>
      )
    case 'slow':
      return <Note tone="warn">{t.slow(spanOf((now - since) / 1000))}</Note>
    case 'unresponsive':
      return <Note tone="warn">{t.unresponsive}</Note>
    case 'crashed':
      return (
        <Note tone="bad">
          {t.crashed(ended(server))} {/* A reader would say each second of an alert. */}
          <span aria-live="off">{power.next ? nextWords(power.next, now) : t.notAgain}</span>
          <Facts server={server} />
        </Note>
      )
    case 'given-up':
      return (
        <Note tone="bad">
          <b>{run.attempt > 0 ? t.givenUp(String(run.attempt)) : t.givenUpUnknown}</b>
          <p>{t.crashed(ended(server))}</p>
          <Facts server={server} />
        </Note>
      )
    default:
      if (run.seen !== 'refused' || isAlive(shown)) return null
      return <Note tone="warn">{t.refused(serverText.causes[run.cause] ?? run.cause)}</Note>
  }
}

const ToSoftware = ({ id, children }: { id: string; children: string }) => (
  <PathLink className={ui.link} to="/servers/manage/{-$sid}/{-$part}/{-$sub}" params={{ sid: id, part: 'options', sub: 'loader' }}>
    {children}
  </PathLink>
)

/** The facts come when they are there; the sentence above does not wait for them. */
const Facts = ({ server }: { server: Server }) => (
  <Suspense>
    <CrashFacts server={server} />
  </Suspense>
)

function ended({ power: { exit }, last_run: run }: Server): string {
  if (!exit) return exitWords({ code: run.code, signal: run.signal, outOfMemory: run.out_of_memory }, run.cause)
  return exitWords(
    { code: exit.code, signal: exit.signal ?? '', outOfMemory: exit.out_of_memory ?? false, seconds: exit.seconds },
    run.seen === 'crashed' ? run.cause : '',
  )
}

function nextWords(next: string, now: number): string {
  const seconds = (Date.parse(next) - now) / 1000
  return seconds > 0 ? t.next(spanOf(seconds + 1)) : t.nextNow
}
