import { useQuery } from '@tanstack/react-query'
import { Laptop, LogOut, MonitorSmartphone, Smartphone, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { activityText } from '@/lib/i18n/zh-Hans/activity'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useSignOut } from '@/lib/session-end'
import { toast } from '@/stores/toasts'
import { sessionsQuery, useEndSessions, type Session } from '../api'
import KeyDrawer from './key-drawer'
import skeletonCss from '@/components/ui/skeleton.module.css'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import rowCss from './passkey-section.module.css'
import css from './sessions-page.module.css'

/** The sessions of the account; each can be ended. */
export function SessionsPage() {
  const sessions = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<readonly Session[]>()
  const end = useEndSessions()
  const signOut = useSignOut()
  const current = ending?.[0]?.current === true
  const others = sessions.data?.filter((one) => !one.current) ?? []
  const confirm = () => {
    if (!ending) return
    if (current) {
      signOut.mutate(undefined, { onError: () => setEnding(undefined) })
      return
    }
    void end
      .mutateAsync(ending.map((one) => one.id))
      .then(() => toast(t.sessionsEnded(ending.length)))
      .catch(() => undefined)
      .finally(() => setEnding(undefined))
  }
  return (
    <section className={cn(ui.card, ui.flushS)} aria-labelledby="sessions-title">
      <header className={ui.cardHead}>
        <h1 id="sessions-title" className={ui.heading}>
          {t.sessionsTitle}
        </h1>
        <small className={cn(ui.small, ui.hideS)}>{t.sessionsLead}</small>
        <span className={ui.cardEnd}>
          {others.length > 1 ? (
            <Button danger size="sm" onClick={() => setEnding(others)}>
              {t.endOthers}
            </Button>
          ) : null}
        </span>
      </header>
      {sessions.isError ? (
        <ErrorCard className={ui.around16} error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : !sessions.data ? (
        <Loading>
          <Bone className={skeletonCss.rows} h={171} />
        </Loading>
      ) : sessions.data.length === 0 ? (
        <Empty icon={MonitorSmartphone} level={2} title={t.sessionsNone} hint={t.sessionsNoneHint} />
      ) : (
        <ul>
          {sessions.data.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding([session])} />
          ))}
        </ul>
      )}
      <Dialog
        open={ending !== undefined}
        onOpenChange={() => setEnding(undefined)}
        title={current ? t.endCurrentTitle : ending && ending.length > 1 ? t.endOthersTitle(ending.length) : t.endTitle}
        footer={
          <>
            <Button onClick={() => setEnding(undefined)}>{uiText.cancel}</Button>
            <Button kind="primary" danger loading={end.isPending || signOut.isPending} onClick={confirm}>
              {current ? t.endCurrent : t.endSession}
            </Button>
          </>
        }
      >
        <p>{current ? t.endCurrentText : t.endText}</p>
      </Dialog>
    </section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const phone = session.os === 'Android' || session.os === 'iOS' || session.os === 'iPadOS'
  const place = t.place(session.os ?? t.osUnknown, session.platform ?? t.platformUnknown)
  const [shown, setShown] = useState(false)
  const Icon = session.platform === 'curl' || (!session.os && !session.platform) ? SquareTerminal : phone ? Smartphone : Laptop
  return (
    <li className={cn(rowCss.row, css.row)}>
      <Icon className={ui.icon20} aria-hidden />
      <div>
        <b>
          {place}
          {session.current ? <Badge tone="ok">{t.current}</Badge> : null}
        </b>
        <small title={session.user_agent}>
          {session.ip ? <span className={ui.tabular}>{session.ip}</span> : null}
          <span>
            {t.lastUsed} <Ago time={session.last_login} />
          </span>
          <span>
            {t.begun} <Ago time={session.created} />
          </span>
          {session.method === 'passkey' ? <span>{t.methodPasskey}</span> : null}
          {session.method === 'provider' ? <span>{t.methodProvider}</span> : null}
          <button type="button" className={textButtonCss.root} aria-label={activityText.byKeyNamed(place)} onClick={() => setShown(true)}>
            {activityText.byKey}
          </button>
        </small>
      </div>
      <Button className={css.end} size="sm" onClick={onEnd} aria-label={session.current ? undefined : t.endNamed(place)}>
        <LogOut className={ui.icon14} aria-hidden />
        {session.current ? t.endCurrent : t.endSession}
      </Button>
      {shown ? <KeyDrawer of={{ id: session.id, kind: 'session', name: place }} onClose={() => setShown(false)} /> : null}
    </li>
  )
}
