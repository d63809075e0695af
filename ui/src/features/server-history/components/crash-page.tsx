import { useQuery } from '@tanstack/react-query'
import { Bug, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { ExitFacts, spanOf, useNow, type Shown } from '@/features/server/parts'
import { cn } from '@/lib/cn'
import { formatDateTime, formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverCrashText } from '@/lib/i18n/zh-Hans/server-crash'
import { historyQueries, type Crash } from '../api'
import { SuspectList } from './suspect-list'
import { Timeline } from './timeline'
import ui from '@/components/ui/ui.module.css'
import css from './crash-page.module.css'

const t = serverCrashText.page
const to = '/servers/manage/{-$sid}/{-$part}/{-$sub}'
const MINUTE_MS = 60_000

type CrashPageProps = { server: Server; shown: Shown; run: string | undefined }

/** How a process ended, and what was changed since the last one that was well. */
export function CrashPage({ server, shown, run }: CrashPageProps) {
  const id = server.server_id
  const query = useQuery({ ...historyQueries.crash(id, run ?? ''), enabled: run !== undefined })
  const back = (
    <PathLink className={buttonClass({ size: 'sm' })} to={to} params={{ sid: id, part: 'history' }}>
      {t.back}
    </PathLink>
  )
  if (run === undefined)
    return (
      <Empty level={2} icon={Bug} title={t.missing}>
        {back}
      </Empty>
    )
  if (query.data) return <Whole server={server} shown={shown} crash={query.data} back={back} />
  return query.isError ? (
    <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  ) : (
    <Loading className={ui.pile}>
      <Bone h={120} />
      <Bone h={240} />
    </Loading>
  )
}

type WholeProps = { server: Server; shown: Shown; crash: Crash; back: ReactNode }

function Whole({ server, shown, crash, back }: WholeProps) {
  const now = useNow(MINUTE_MS)
  const { code, signal, out_of_memory, seconds, ended, started, ready, stack, clean, recovered } = crash
  const id = server.server_id
  return (
    <div className={ui.pile}>
      <section className={cn(ui.card, ui.cut)} aria-labelledby="crash">
        <header className={ui.cardHead}>
          <h2 id="crash">{serverCrashText.title}</h2>
          <span className={ui.push}>{back}</span>
        </header>
        <div className={cn(ui.cardPad, css.facts)}>
          <ExitFacts crash={{ code, signal, outOfMemory: out_of_memory, seconds: seconds || undefined, at: ended ?? undefined }} />
          <dl className={css.more}>
            {started ? (
              <div>
                <dt>{t.started}</dt>
                <dd>{formatDateTime(started)}</dd>
              </div>
            ) : null}
            <div>
              <dt>{t.ready}</dt>
              <dd>{ready ? formatDateTime(ready) : t.neverReady}</dd>
            </div>
            {stack ? (
              <div>
                <dt>{t.stack}</dt>
                <dd>
                  <code>{stack}</code>
                </dd>
              </div>
            ) : null}
            <div>
              <dt>{t.clean}</dt>
              <dd>{clean ? t.cleanIs(formatDateTime(clean.ended ?? ''), spanOf(clean.seconds)) : t.noClean}</dd>
            </div>
          </dl>
          <p className={ui.small}>{t.cleanHint}</p>
          {recovered ? <Note tone="ok">{t.recovered(recovered.started ? formatDateTime(recovered.started) : '')}</Note> : null}
        </div>
      </section>
      <section className={cn(ui.card, ui.cut)} aria-labelledby="crash-suspects">
        <header className={ui.cardHead}>
          <h2 id="crash-suspects">{t.suspects}</h2>
          <small className={ui.small}>{t.suspectsHint}</small>
        </header>
        {crash.suspects.length > 0 ? (
          <SuspectList server={server} shown={shown} suspects={crash.suspects} />
        ) : (
          <Empty icon={ShieldCheck} title={t.noSuspects} hint={t.noSuspectsHint} />
        )}
      </section>
      <section className={cn(ui.card, ui.cut)} aria-labelledby="crash-similar">
        <header className={ui.cardHead}>
          <h2 id="crash-similar">{t.similar}</h2>
        </header>
        <div className={ui.cardPad}>
          <p className={ui.text13}>
            {crash.times > 0 ? t.similarIs(formatExact(crash.times)) : t.noSimilar}
            {crash.elsewhere ? ` ${t.elsewhere(formatExact(crash.elsewhere))}` : null}
          </p>
          <ul className={css.similar}>
            {crash.similar.map((one) => (
              <li key={one.run}>
                <PathLink className={ui.link} to={to} params={{ sid: id, part: 'history', sub: 'crash' }} search={{ run: one.run }}>
                  {formatDateTime(one.ended ?? '')}
                </PathLink>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section className={cn(ui.card, ui.cut)} aria-labelledby="crash-changes">
        <header className={ui.cardHead}>
          <h2 id="crash-changes">{t.changes}</h2>
          {crash.more ? <small className={ui.small}>{t.more}</small> : null}
        </header>
        {crash.changes.length > 0 ? (
          <Timeline id={id} entries={crash.changes} outcomes={new Map()} now={now} marked={undefined} />
        ) : (
          <p className={cn(ui.cardPad, ui.text13)}>{t.none}</p>
        )}
      </section>
    </div>
  )
}
