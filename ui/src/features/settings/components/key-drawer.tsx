import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Ago } from '@/components/ui/time'
import { authorizationsQuery, NarrowDialog, useRevoke } from '@/features/oauth/parts'
import { formatDate } from '@/lib/format'
import { accountText } from '@/lib/i18n/zh-Hans/account'
import { activityText as t } from '@/lib/i18n/zh-Hans/activity'
import { oauthText } from '@/lib/i18n/zh-Hans/oauth'
import { scopesIn } from '@/lib/scopes'
import { toast } from '@/stores/toasts'
import type { DeedKey } from '../activity-api'
import { sessionsQuery, tokensQuery, useEndSessions, useRevokeToken } from '../api'
import { keyName } from '../model/deeds'
import { KeyFrame } from './key-frame'
import { NarrowToken } from './narrow-token'

type KeyDrawerProps = {
  of: DeedKey
  onClose: () => void
  /** Shows only its deeds on the page below; without it the panel leads to the page of deeds. */
  onOnly?: () => void
}

/** What a session, a token or an application is and did last; it is narrowed and ended here. */
export default function KeyDrawer(props: KeyDrawerProps) {
  const { kind } = props.of
  if (kind === 'session') return <SessionDrawer {...props} />
  if (kind === 'token') return <TokenDrawer {...props} />
  if (kind === 'application') return <ApplicationDrawer {...props} />
  return <KeyFrame {...frame(props)} facts={[]} over />
}

const frame = ({ of, onClose, onOnly }: KeyDrawerProps) => ({ id: of.id, title: keyName(of), onClose, onOnly })

const scopeWords = (scopes: number) =>
  scopesIn(scopes)
    .map((scope) => accountText.scopeNames[scope])
    .join('、') || t.drawer.noScopes

const used = (at: string | null) => (at ? <Ago time={at} /> : t.drawer.never)

function SessionDrawer(props: KeyDrawerProps) {
  const sessions = useQuery(sessionsQuery)
  const end = useEndSessions()
  const [ending, setEnding] = useState(false)
  const session = sessions.data?.find(({ id }) => id === props.of.id)
  const method = session?.method ? t.methods[session.method] : undefined
  return (
    <KeyFrame
      {...frame(props)}
      facts={
        session && [
          [t.drawer.device, accountText.place(session.os ?? accountText.osUnknown, session.platform ?? accountText.platformUnknown)],
          ...(session.ip ? [[t.drawer.ip, session.ip] as const] : []),
          [t.drawer.used, used(session.last_login)],
          [t.drawer.begun, <Ago key="begun" time={session.created} />],
          ...(method ? [[t.drawer.method, method] as const] : []),
        ]
      }
      over={sessions.data !== undefined && !session}
      actions={
        session && !session.current ? (
          <Button danger onClick={() => setEnding(true)}>
            {accountText.endSession}
          </Button>
        ) : undefined
      }
    >
      <ConfirmDialog
        open={ending}
        onOpenChange={setEnding}
        title={accountText.endTitle}
        text={accountText.endText}
        action={accountText.endSession}
        busy={end.isPending}
        onConfirm={() =>
          end.mutate([props.of.id], { onSuccess: () => done(accountText.sessionsEnded(1), props), onError: () => setEnding(false) })
        }
      />
    </KeyFrame>
  )
}

function done(said: string, { onClose }: KeyDrawerProps, about?: string) {
  toast(said, about)
  onClose()
}

function TokenDrawer(props: KeyDrawerProps) {
  const tokens = useQuery(tokensQuery)
  const revoke = useRevokeToken()
  const [opened, setOpened] = useState<'narrow' | 'end'>()
  const close = () => setOpened(undefined)
  const token = tokens.data?.find(({ id }) => id === props.of.id)
  const live = token && !token.revoked && new Date(token.expires).getTime() > Date.now() ? token : undefined
  const unused = live ? scopesIn(live.unused_scopes).length : 0
  return (
    <KeyFrame
      {...frame(props)}
      facts={
        token && [
          [t.drawer.scopes, scopeWords(token.scopes)],
          [t.drawer.until, formatDate(token.expires)],
          [t.drawer.made, <Ago key="made" time={token.created} />],
          [t.drawer.used, used(token.last_used)],
        ]
      }
      over={tokens.data !== undefined && !live}
      actions={
        live ? (
          <>
            {unused > 0 ? <Button onClick={() => setOpened('narrow')}>{accountText.narrow(unused)}</Button> : null}
            <Button danger onClick={() => setOpened('end')}>
              {accountText.revoke}
            </Button>
          </>
        ) : undefined
      }
    >
      {live && opened === 'narrow' ? <NarrowToken token={live} onClose={close} /> : null}
      <ConfirmDialog
        open={opened === 'end'}
        onOpenChange={close}
        title={accountText.revokeTitle(props.of.name)}
        text={accountText.revokeText}
        action={accountText.revoke}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(props.of.id, { onSuccess: () => done(accountText.revoked, props, props.of.name), onError: close })}
      />
    </KeyFrame>
  )
}

function ApplicationDrawer(props: KeyDrawerProps) {
  const authorizations = useQuery(authorizationsQuery)
  const revoke = useRevoke()
  const [opened, setOpened] = useState<'narrow' | 'end'>()
  const close = () => setOpened(undefined)
  const live = authorizations.data?.find(({ id }) => id === props.of.id)
  return (
    <KeyFrame
      {...frame(props)}
      facts={
        live && [
          [t.drawer.by, live.app.creator.username],
          [t.drawer.scopes, scopeWords(live.scopes)],
          [t.drawer.since, <Ago key="since" time={live.created} />],
          [t.drawer.used, used(live.last_used)],
        ]
      }
      over={authorizations.data !== undefined && !live}
      actions={
        live ? (
          <>
            {scopesIn(live.scopes).length > 1 ? <Button onClick={() => setOpened('narrow')}>{oauthText.narrow}</Button> : null}
            <Button danger onClick={() => setOpened('end')}>
              {oauthText.revoke}
            </Button>
          </>
        ) : undefined
      }
    >
      {live && opened === 'narrow' ? <NarrowDialog authorization={live} onClose={close} /> : null}
      {live ? (
        <ConfirmDialog
          open={opened === 'end'}
          onOpenChange={close}
          title={oauthText.revokeTitle(live.app.name)}
          text={oauthText.revokeText}
          action={oauthText.revoke}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(live.app_id, { onSuccess: () => done(oauthText.revoked, props, live.app.name), onError: close })}
        />
      ) : null}
    </KeyFrame>
  )
}
