import { FileText, FolderOpen, History, SearchX } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { formatDateTime } from '@/lib/format'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import { serverCrashText as t } from '@/lib/i18n/zh-Hans/server-crash'
import { crashOf, hintOf, type Crash } from '../model/crash'
import { spanOf } from '../model/state'
import ui from '@/components/ui/ui.module.css'
import css from './crash-facts.module.css'

const to = '/servers/manage/{-$sid}/{-$part}/{-$sub}'
const LOGS = '/logs'
const LATEST = '/logs/latest.log'
const REPORTS = '/crash-reports'

/** How a process ended, and what that means. */
export function ExitFacts({ crash }: { crash: Crash }) {
  const { code, signal, outOfMemory, seconds, at } = crash
  const hint = hintOf(crash)
  const facts: readonly [string, string | undefined][] = [
    [t.code, code === undefined ? undefined : String(code)],
    [t.signal, signal || undefined],
    [t.memory, outOfMemory ? t.memoryOut : t.memoryIn],
    [t.uptime, seconds === undefined ? undefined : spanOf(seconds)],
    [t.at, at && formatDateTime(at)],
  ]
  return (
    <>
      <dl className={css.facts} aria-label={t.title}>
        {facts.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={ui.tabular}>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {hint ? <p className={ui.text13}>{hint}</p> : null}
    </>
  )
}

/** How the process ended, what that means, and where to look further. */
export function CrashFacts({ server }: { server: Server }) {
  const params = { sid: server.server_id }
  const { run } = server.last_run
  const look = buttonClass({ size: 'sm' })
  return (
    <div className={css.root}>
      <ExitFacts crash={crashOf(server)} />
      <div className={ui.row}>
        {run ? (
          <PathLink className={look} to={to} params={{ ...params, part: 'history', sub: 'crash' }} search={{ run }}>
            <SearchX className={ui.icon14} aria-hidden />
            {t.whole}
          </PathLink>
        ) : null}
        <PathLink className={look} to={to} params={{ ...params, part: 'history' }} search={{ kind: 'run' }}>
          <History className={ui.icon14} aria-hidden />
          {t.history}
        </PathLink>
        {rights.readFiles(server) ? (
          <>
            <PathLink className={look} to={to} params={{ ...params, part: 'files' }} search={{ path: LOGS, open: LATEST }}>
              <FileText className={ui.icon14} aria-hidden />
              {t.log}
            </PathLink>
            <PathLink className={look} to={to} params={{ ...params, part: 'files' }} search={{ path: REPORTS }}>
              <FolderOpen className={ui.icon14} aria-hidden />
              {t.reports}
            </PathLink>
          </>
        ) : null}
      </div>
    </div>
  )
}
