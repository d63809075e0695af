import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { LeaveGuard } from '@/components/ui/leave-guard'
import { isAlive, type Shown } from '@/features/server/parts'
import type { Server } from '@/lib/hosting/servers'
import { serverLoaderText as t } from '@/lib/i18n/zh-Hans/server-loader'
import { presentName, type Wish } from '../model/plan'
import { refusalOf } from '../model/review'
import { useInstall } from '../use-install'
import { useLiveProgress } from '../use-live'
import { FailureNote } from './failure-note'
import { InstalledCard } from './installed-card'
import { NotStarted } from './not-started'
import { ProgressCard } from './progress-card'
import { ReviewDialog } from './review-dialog'
import { WaysCard, type Way } from './ways-card'
import ui from '@/components/ui/ui.module.css'

/** So long the page waits for the node to begin what it was given, in ms. */
const BEGINS_MS = 30_000

/** What is installed on a server, and how something else is. */
export function ServerLoader({ server, shown }: { server: Server; shown: Shown }) {
  const install = useInstall(server.server_id)
  const [review, setReview] = useState<{ wish: Wish; hard: boolean }>()
  const [way, setWay] = useState<Way>(server.upstream?.kind === 'modpack' ? 'pack' : 'loader')
  const installing = server.status === 'installing'
  const given = useGiven(server, install.given)
  const live = useLiveProgress(server.server_id, (installing || given) && server.host?.connected === true)
  const [done, setDone] = useDone(server)
  const refused = refusalOf(server)
  const away = server.host?.connected !== true
  const busy = installing || given || install.run !== undefined
  const ask = (wish: Wish, hard = false) => setReview({ wish, hard })
  return (
    <div className={ui.stack}>
      {refused ? (
        <Note tone="warn">
          <b>{t.refused.title}</b>
          <p>{refused}</p>
        </Note>
      ) : away && !installing ? (
        <Note tone="warn">{t.away}</Note>
      ) : null}
      {busy ? (
        <ProgressCard server={server} plan={install.plan} run={install.run} live={live} onStop={install.stop} />
      ) : install.failed && install.plan ? (
        <NotStarted error={install.failed} onRetry={() => install.plan && install.start(install.plan)} onDismiss={install.forget} />
      ) : done ? (
        <Note
          tone="ok"
          actions={
            <Button size="sm" onClick={() => setDone(false)}>
              {t.success.dismiss}
            </Button>
          }
        >
          <span role="status">
            <b>{t.success.title}</b> {doneWords(server, isAlive(shown))}
          </span>
        </Note>
      ) : (
        <FailureNote server={server} plan={install.plan} refused={refused} onRetry={ask} onAgain={setWay} />
      )}
      <InstalledCard server={server} busy={busy} onUpdate={refused || busy ? undefined : ask} />
      {busy ? null : <WaysCard server={server} refused={refused} way={way} onWay={setWay} onWish={ask} />}
      {review ? (
        <ReviewDialog
          server={server}
          shown={shown}
          wish={review.wish}
          hard={review.hard}
          onClose={() => setReview(undefined)}
          onStart={(plan) => {
            setReview(undefined)
            setDone(false)
            install.start(plan)
          }}
        />
      ) : null}
      <LeaveGuard when={() => install.run !== undefined && install.run.step !== 'send'} text={t.run.leave} />
      <span className={ui.visuallyHidden} role="status">
        {busy ? t.run.title : ''}
      </span>
    </div>
  )
}

function doneWords(server: Server, alive: boolean): string {
  const what = presentName(server)
  return [what === undefined ? '' : t.success.text(what), alive ? '' : t.success.plain].join('')
}

/** Whether the node was given an installation that the record does not name yet. */
function useGiven(server: Server, given: number | undefined): boolean {
  const [, again] = useState(0)
  const left = given === undefined ? 0 : given + BEGINS_MS - Date.now()
  const seen = useRef<number>(undefined)
  const named = server.status === 'installing' || (given !== undefined && Date.parse(server.install?.failure?.at ?? '') > given)
  if (named) seen.current = given
  const waits = left > 0 && seen.current !== given
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => again((n) => n + 1), left)
    return () => clearTimeout(timer)
  }, [waits, left])
  return waits
}

/** Whether an installation has ended well while the page was open. */
function useDone(server: Server): [boolean, (done: boolean) => void] {
  const [done, setDone] = useState(false)
  const installing = server.status === 'installing'
  const before = useRef({ installing, failure: server.install?.failure?.at })
  const failure = server.install?.failure?.at
  useEffect(() => {
    const { current } = before
    if (current.installing && !installing) setDone(failure === undefined || failure === current.failure)
    if (installing) setDone(false)
    // The last failure goes with the next decision, so the one of before is kept while the installation lasts.
    before.current = { installing, failure: installing ? (current.failure ?? failure) : failure }
  }, [installing, failure])
  return [done, setDone]
}
