import { useQuery } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { Suspense, useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Bone, Empty, ErrorCard, Loading, Note } from '@/components/ui/feedback'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { KeyDrawer } from '@/features/settings/parts'
import { cn } from '@/lib/cn'
import { accountText } from '@/lib/i18n/zh-Hans/account'
import { oauthText as t } from '@/lib/i18n/zh-Hans/oauth'
import { groupsOf, scopesIn } from '@/lib/scopes'
import { toast } from '@/stores/toasts'
import { authorizationsQuery, useRevoke, type Authorization } from '../api'
import { States } from './application-states'
import { NarrowDialog } from './narrow-dialog'
import skeletonCss from '@/components/ui/skeleton.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './authorizations.module.css'

/** The applications that may act for the account. */
export function AuthorizationsPage() {
  const list = useQuery(authorizationsQuery)
  return (
    <>
      <header className={css.head}>
        <h1>{t.authorizations}</h1>
        {list.data && list.data.length > 0 ? <p className={ui.small}>{t.authorizationsLead}</p> : null}
      </header>
      {list.isError && !list.data ? (
        <ErrorCard error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Loading>
          <Bone className={skeletonCss.rows} h={114} />
        </Loading>
      ) : list.data.length === 0 ? (
        <div className={ui.card}>
          <Empty icon={Handshake} level={2} title={t.authorizationsNone} hint={t.authorizationsNoneHint} />
        </div>
      ) : (
        list.data.map((one) => <AuthorizationCard key={one.id} authorization={one} />)
      )}
    </>
  )
}

function AuthorizationCard({ authorization }: { authorization: Authorization }) {
  const [opened, setOpened] = useState<'narrow' | 'revoke' | 'deeds'>()
  const revoke = useRevoke()
  const close = () => setOpened(undefined)
  const { app } = authorization
  const scopes = scopesIn(authorization.scopes)
  const title = `authorization-${authorization.id}`
  return (
    <article className={cn(ui.card, css.card)} aria-labelledby={title}>
      <header>
        <Pic src={app.icon_url} name={app.name} id={app.id} size={48} />
        <div>
          <h2 id={title}>
            {app.name}
            <States app={app} />
          </h2>
          <p className={css.facts}>
            <span>
              {t.by}{' '}
              <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: app.creator.username }}>
                {app.creator.username}
              </PathLink>
            </span>
            <Ago time={authorization.created} wrap={t.since} />
            {authorization.last_used ? <Ago time={authorization.last_used} wrap={t.used} /> : <span>{t.unused}</span>}
          </p>
        </div>
        <div className={css.actions}>
          <Button size="sm" aria-label={t.deedsNamed(app.name)} onClick={() => setOpened('deeds')}>
            {t.deeds}
          </Button>
          {scopes.length > 1 ? (
            <Button size="sm" aria-label={t.narrowNamed(app.name)} onClick={() => setOpened('narrow')}>
              {t.narrow}
            </Button>
          ) : null}
          <Button size="sm" danger aria-label={t.revokeNamed(app.name)} onClick={() => setOpened('revoke')}>
            {t.revoke}
          </Button>
        </div>
      </header>
      {authorization.handed_over ? <Note tone="warn">{t.handedOver}</Note> : null}
      {scopes.length > 0 ? (
        <ul className={css.scopes}>
          {groupsOf(scopes).map((group) => (
            <li key={group.title}>{t.may(group.title, group.scopes.map((scope) => accountText.scopeNames[scope]).join(t.comma))}</li>
          ))}
        </ul>
      ) : (
        <p className={css.scopes}>{t.only}</p>
      )}
      {opened === 'deeds' ? (
        <Suspense>
          <KeyDrawer of={{ id: authorization.id, kind: 'application', name: app.name }} onClose={close} />
        </Suspense>
      ) : null}
      {opened === 'narrow' ? <NarrowDialog authorization={authorization} onClose={close} /> : null}
      <ConfirmDialog
        open={opened === 'revoke'}
        onOpenChange={close}
        title={t.revokeTitle(app.name)}
        text={t.revokeText}
        action={t.revoke}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(authorization.app_id, { onSuccess: () => toast(t.revoked, app.name), onSettled: close })}
      />
    </article>
  )
}
