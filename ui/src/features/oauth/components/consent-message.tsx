import { useQuery } from '@tanstack/react-query'
import { CircleX, Clock, LogIn, SquareArrowOutUpRight, TriangleAlert, UserX, type LucideIcon } from 'lucide-react'
import { useRouterState } from '@tanstack/react-router'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Loading } from '@/components/ui/feedback'
import { Quoted } from '@/components/ui/quoted'
import { Ago } from '@/components/ui/time'
import { AuthCard } from '@/features/auth/parts'
import { cn } from '@/lib/cn'
import { consentText as t } from '@/lib/i18n/zh-Hans/consent'
import { signIn } from '@/lib/links'
import { applicationQuery } from '../api'
import type { Left } from '../leave'
import type { Refusal, RefusalKind } from '../model/refusal'
import { placeOf } from '../model/request'
import buttonCss from '@/components/ui/button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './consent-message.module.css'

export function ConsentLoading() {
  return (
    <AuthCard title={t.title}>
      <Loading className={ui.stack}>
        <p className={ui.muted}>{t.loading}</p>
        <Bone h={56} />
        <Bone h={160} />
        <Bone h={40} />
      </Loading>
    </AuthCard>
  )
}

/** The browser is on its way; where it does not go by itself, such as to a program that is not installed, a link leads there. */
export function Leaving({ left: { address, by } }: { left: Left }) {
  const name = placeOf(address)?.name ?? ''
  return (
    <AuthCard title={by === 'grant' ? t.going(name) : t.went(name)} icon={SquareArrowOutUpRight} tone={by === 'reject' ? 'warn' : 'ok'}>
      <div className={css.root} role="status">
        <p className={ui.muted}>{by === 'grant' ? t.covered : by === 'accept' ? t.accepted : t.rejected}</p>
        <p className={ui.small}>{t.stuck}</p>
        <a className={buttonClass({ size: 'lg' }, buttonCss.block)} href={address} rel="noreferrer">
          {t.open(name)}
        </a>
      </div>
    </AuthCard>
  )
}

/** `client` is its id. Why it was suspended is for everybody to read. */
export function Suspended({ client, quoted = '' }: { client: string; quoted?: string }) {
  const { data: app } = useQuery(applicationQuery(client))
  return (
    <AuthCard title={t.kinds.suspended} icon={CircleX} tone="bad">
      <div className={css.root} role="alert">
        {app?.suspended ? (
          <>
            <p>
              <b className={ui.break}>{app.name}</b>
              <Ago className={cn(ui.small, ui.before8)} time={app.suspended.since} wrap={t.suspendedSince} />
            </p>
            <p className={ui.break}>{app.suspended.reason}</p>
          </>
        ) : null}
        <p className={ui.muted}>{t.advice.suspended}</p>
        {quoted ? <Quoted className={ui.break} text={quoted} /> : null}
        <Home />
      </div>
    </AuthCard>
  )
}

const icons: Partial<Record<RefusalKind, LucideIcon>> = { expired: Clock, busy: Clock, signedOut: LogIn, again: LogIn, client: UserX }
const mild = new Set<RefusalKind>(['expired', 'busy', 'signedOut', 'again'])

/** Why the request goes no further, and what can be done. The browser is sent nowhere. */
export function Refused({ refusal: { kind, text, quoted }, onRestart }: { refusal: Refusal; onRestart: () => void }) {
  return (
    <AuthCard title={t.kinds[kind]} icon={icons[kind] ?? TriangleAlert} tone={mild.has(kind) ? 'warn' : 'bad'}>
      <div className={css.root} role="alert">
        {text && text !== t.kinds[kind] ? <p className={ui.break}>{text}</p> : null}
        <p className={ui.muted}>{t.advice[kind]}</p>
        {quoted ? <Quoted className={ui.break} text={quoted} /> : null}
        {kind === 'signedOut' ? (
          <SignIn />
        ) : mild.has(kind) || kind === 'failed' ? (
          <Button kind="primary" size="lg" className={buttonCss.block} onClick={onRestart}>
            {kind === 'expired' ? t.restart : kind === 'again' ? t.confirm : t.retry}
          </Button>
        ) : (
          <Home />
        )}
      </div>
    </AuthCard>
  )
}

/** Leads to the sign-in form and back. */
function SignIn() {
  const href = useRouterState({ select: (state) => state.location.href })
  return (
    <PathLink className={buttonClass({ kind: 'primary', size: 'lg' }, buttonCss.block)} {...signIn(href)}>
      <LogIn className={ui.icon} aria-hidden />
      {t.signIn}
    </PathLink>
  )
}

function Home() {
  return (
    <PathLink className={buttonClass({ size: 'lg' }, buttonCss.block)} to="/">
      {t.home}
    </PathLink>
  )
}
