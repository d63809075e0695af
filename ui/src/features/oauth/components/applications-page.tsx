import { useQuery } from '@tanstack/react-query'
import { AppWindow, Plus } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import type { OwnUser } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { formatCount } from '@/lib/format'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { handOverText } from '@/lib/i18n/zh-Hans/oauth-hand-over'
import { applicationsQuery, organizationsQuery, type Application } from '../api'
import { MAX_APPLICATIONS, NEW } from '../limits'
import { byOwner, OWN } from '../model/owners'
import { ApplicationScreen } from './application-screen'
import { States } from './application-states'
import { NewApplication } from './new-application'
import skeletonCss from '@/components/ui/skeleton.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './applications.module.css'

const own = (list: readonly Application[] | undefined) => list?.filter((app) => app.organization_id === null) ?? []

/** The applications that the account manages, also those of its organizations. `app` names the one that is shown, or that a new one is registered. */
export function ApplicationsPage({ user, app }: { user: OwnUser; app: string }) {
  const list = useQuery(applicationsQuery(user.id))
  const may = user.email_verified === true && own(list.data).length < MAX_APPLICATIONS
  if (app === NEW && may) return <NewApplication user={user} />
  const shown = app ? list.data?.find((one) => one.id === app) : undefined
  if (shown) return <ApplicationScreen key={shown.id} app={shown} user={user} />
  return <List user={user} missing={app !== '' && app !== NEW} />
}

function List({ user, missing }: { user: OwnUser; missing: boolean }) {
  const list = useQuery(applicationsQuery(user.id))
  const unverified = user.email_verified !== true
  const full = own(list.data).length >= MAX_APPLICATIONS
  const ofTeams = byOwner(list.data ?? []).filter(({ owner }) => owner !== OWN)
  const teams = useQuery({ ...organizationsQuery(user.id), enabled: ofTeams.length > 0 })
  const teamNamed = (id: string) => teams.data?.find((one) => one.id === id)?.name
  const label = (
    <>
      <Plus className={ui.icon} aria-hidden />
      {t.create}
    </>
  )
  const create =
    unverified || full ? (
      <Button kind="primary" size="sm" disabled>
        {label}
      </Button>
    ) : (
      <PathLink
        className={buttonClass({ kind: 'primary', size: 'sm' })}
        to="/settings/$page"
        params={{ page: 'applications' }}
        search={{ app: NEW }}
      >
        {label}
      </PathLink>
    )
  return (
    <section className={cn(ui.card, ui.flushS)} aria-labelledby="applications-title">
      <header className={ui.cardHead}>
        <h1 id="applications-title" className={ui.heading}>
          {t.applications}
        </h1>
        <small className={cn(ui.small, ui.hideS)}>{t.lead}</small>
        <span className={ui.cardEnd}>{list.data ? create : null}</span>
      </header>
      {list.data && unverified ? (
        <Note
          className={ui.around16}
          tone="warn"
          actions={
            <PathLink className={buttonClass({ size: 'sm' })} to="/settings/$page" params={{ page: 'account' }}>
              {t.verifyEmail}
            </PathLink>
          }
        >
          {t.unverified}
        </Note>
      ) : null}
      {list.data && missing ? (
        <Note className={ui.around16} tone="warn">
          <b>{t.missing}</b>
          <p>{t.missingHint}</p>
        </Note>
      ) : null}
      {list.isError && !list.data ? (
        <ErrorCard className={ui.around16} error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Loading>
          <Bone className={skeletonCss.rows} h={114} />
        </Loading>
      ) : own(list.data).length === 0 ? (
        <Empty icon={AppWindow} level={2} title={t.empty} hint={t.emptyHint} />
      ) : (
        <ul>
          {own(list.data).map((app) => (
            <ApplicationRow key={app.id} app={app} />
          ))}
        </ul>
      )}
      {ofTeams.map(({ owner, apps }) => (
        <section key={owner} aria-label={ofTeam(teamNamed(owner))}>
          <h2 className={css.team}>{ofTeam(teamNamed(owner))}</h2>
          <ul>
            {apps.map((app) => (
              <ApplicationRow key={app.id} app={app} />
            ))}
          </ul>
        </section>
      ))}
      {full ? <p className={cn(ui.small, ui.around16)}>{t.full(MAX_APPLICATIONS)}</p> : null}
    </section>
  )
}

const ofTeam = (name: string | undefined) => (name === undefined ? handOverText.ofSome : handOverText.ofTeam(name))

function ApplicationRow({ app }: { app: Application }) {
  return (
    <li className={cn(css.row, ui.result)}>
      <Pic src={app.icon_url} name={app.name} id={app.id} size={40} />
      <div>
        <b>
          <PathLink
            className={cn(ui.break, ui.resultLink)}
            to="/settings/$page"
            params={{ page: 'applications' }}
            search={{ app: app.id }}
            aria-label={t.manage(app.name)}
          >
            {app.name}
          </PathLink>
          <States app={app} />
        </b>
        <small>
          <span>{t.types[app.type]}</span>
          <span>{t.users(formatCount(app.users))}</span>
          {app.last_used ? <Ago time={app.last_used} wrap={t.usedAt} /> : <span>{t.neverUsed}</span>}
        </small>
      </div>
    </li>
  )
}
