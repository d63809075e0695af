import { ArrowRight, BadgeCheck, Check, TriangleAlert } from 'lucide-react'
import { useId, useRef } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { OutsideLink } from '@/components/ui/outside-link'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'
import { consentText as t } from '@/lib/i18n/zh-Hans/consent'
import { useSignOut } from '@/lib/session-end'
import type { ConsentRequest, Decision } from '../api'
import { isLittleKnown, isWeb, placeOf, subjectsOf, type Subject } from '../model/request'
import { useArmed } from '../use-armed'
import ui from '@/components/ui/ui.module.css'
import css from './consent-card.module.css'

type ConsentCardProps = {
  request: ConsentRequest
  user: OwnUser
  /** The decision that is being sent. */
  pending: Decision | undefined
  onAnswer: (decision: Decision) => void
}

/** Who asks for what, and where the answer goes. */
export function ConsentCard({ request, user, pending, onAnswer }: ConsentCardProps) {
  const { app } = request
  const subjects = subjectsOf({ requested: request.requested_scopes, granted: request.granted_scopes, openid: request.openid ?? [] })
  const more = request.granted_scopes > 0 && subjects.some(({ abilities }) => abilities.some(({ fresh }) => fresh))
  const can = useId()
  return (
    <div className={css.page}>
      <article className={cn(ui.card, css.root)}>
        <div className={css.pair} aria-hidden>
          <Pic src={app.icon_url} name={app.name} id={app.id} eager />
          <ArrowRight className={ui.icon20} />
          <Pic src={user.avatar_url} name={user.username} round eager />
        </div>
        <h1>{more ? t.askMore(app.name) : t.ask(app.name)}</h1>
        <Facts app={app} />
        {app.description ? <p className={cn(ui.muted, ui.text13, ui.break)}>{app.description}</p> : null}
        {request.handed_over ? (
          <Note tone="warn">
            <b>{t.handedOver}</b>
            <p>{t.handedOverText(app.creator.username)}</p>
          </Note>
        ) : null}
        {isLittleKnown(app, Date.now()) ? (
          <Note tone="warn">
            <b>{t.careful}</b>
            <p>{t.carefulText}</p>
          </Note>
        ) : null}
        <section aria-labelledby={can}>
          <h2 id={can}>{t.can}</h2>
          {subjects.length > 0 ? (
            <ul className={css.can}>
              {subjects.map((subject) => (
                <SubjectRow key={subject.title} subject={subject} />
              ))}
            </ul>
          ) : (
            <p className={ui.muted}>{t.nothing}</p>
          )}
        </section>
        <Target address={request.redirect_uri} />
        <Viewer user={user} />
        <Decisions pending={pending} onAnswer={onAnswer} />
        <p className={ui.small}>{t.later}</p>
      </article>
    </div>
  )
}

function Facts({ app }: { app: ConsentRequest['app'] }) {
  return (
    <p className={css.facts}>
      <span>
        {t.by}{' '}
        <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: app.creator.username }}>
          {app.creator.username}
        </PathLink>
      </span>
      <Ago time={app.created} wrap={t.created} />
      <span>{t.users(formatCount(app.users))}</span>
      {app.verified ? (
        <Badge tone="ok">
          <BadgeCheck className={ui.icon14} aria-hidden />
          <span title={t.verifiedHint}>{t.verified}</span>
        </Badge>
      ) : null}
      {app.url && isWeb(app.url) ? (
        <OutsideLink className={ui.link} href={app.url} newTab>
          {t.site}
        </OutsideLink>
      ) : null}
    </p>
  )
}

function SubjectRow({ subject: { title, danger, abilities } }: { subject: Subject }) {
  const Icon = danger ? TriangleAlert : Check
  return (
    <li className={danger ? css.danger : undefined}>
      <Icon className={ui.icon} aria-hidden />
      <div>
        <b>
          {title}
          {danger ? <span className={ui.visuallyHidden}>{t.dangerous}</span> : null}
        </b>
        <p>
          {t.may}
          {abilities.map(({ text, danger: grave, fresh }, at) => (
            <span key={text}>
              {at > 0 ? t.comma : null}
              {grave ? <strong>{text}</strong> : text}
              {fresh ? <Badge tone="info">{t.fresh}</Badge> : null}
            </span>
          ))}
          {t.stop}
        </p>
      </div>
    </li>
  )
}

/** Where the browser goes afterwards: its host is what a person should read. */
function Target({ address }: { address: string }) {
  const place = placeOf(address)
  const id = useId()
  return (
    <section className={css.to} aria-labelledby={id}>
      <h2 id={id}>{t.to}</h2>
      <b translate="no">{place?.name ?? address}</b>
      <small translate="no">{address}</small>
      {place && place.kind !== 'site' ? <small>{t.places[place.kind]}</small> : null}
    </section>
  )
}

function Viewer({ user }: { user: OwnUser }) {
  const signOut = useSignOut()
  return (
    <div className={css.as}>
      <Pic src={user.avatar_url} name={user.username} size={32} round eager />
      <span className={ui.grow}>
        <small>{t.as}</small>
        <b>{user.username}</b>
      </span>
      <Button size="sm" kind="quiet" loading={signOut.isPending} onClick={() => signOut.mutate()}>
        {t.other}
      </Button>
    </div>
  )
}

/** The buttons do nothing until they have been seen for a moment; they stay focusable, so that the keyboard keeps its place. */
function Decisions({ pending, onAnswer }: Pick<ConsentCardProps, 'pending' | 'onAnswer'>) {
  const box = useRef<HTMLDivElement>(null)
  const armed = useArmed(box)
  const hint = useId()
  const press = (decision: Decision) => () => {
    if (armed && !pending) onAnswer(decision)
  }
  return (
    <div ref={box} className={cn(css.decisions, !armed && css.waiting)} role="group" aria-label={t.title}>
      <Button
        size="lg"
        aria-disabled={!armed || undefined}
        aria-describedby={armed ? undefined : hint}
        loading={pending === 'reject'}
        disabled={pending === 'accept'}
        onClick={press('reject')}
      >
        {t.reject}
      </Button>
      <Button
        size="lg"
        kind="primary"
        aria-disabled={!armed || undefined}
        aria-describedby={armed ? undefined : hint}
        loading={pending === 'accept'}
        disabled={pending === 'reject'}
        onClick={press('accept')}
      >
        {t.accept}
      </Button>
      <span id={hint} className={ui.visuallyHidden}>
        {t.waiting}
      </span>
    </div>
  )
}
