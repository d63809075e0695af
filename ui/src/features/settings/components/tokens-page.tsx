import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { Dialog } from '@/components/ui/dialog'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatDate } from '@/lib/format'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import { activityText } from '@/lib/i18n/zh-Hans/activity'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { scopesIn } from '@/lib/scopes'
import { toast } from '@/stores/toasts'
import { tokensQuery, useRevokeToken, type AccessToken } from '../api'
import { CreateToken } from './create-token'
import KeyDrawer from './key-drawer'
import { NarrowToken } from './narrow-token'
import skeletonCss from '@/components/ui/skeleton.module.css'
import tableCss from '@/components/ui/table.module.css'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'

const expired = (token: AccessToken) => new Date(token.expires).getTime() <= Date.now()

/** What a token has not used for long. */
const unused = (token: AccessToken) => scopesIn(token.unused_scopes)

/** The account's access tokens. */
export function TokensPage() {
  const tokens = useQuery(tokensQuery)
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<AccessToken>()
  const [narrowing, setNarrowing] = useState<AccessToken>()
  const [shown, setShown] = useState<AccessToken>()
  const revoke = useRevokeToken()
  const create = (
    <Button kind="primary" size="sm" onClick={() => setCreating(true)}>
      <Plus className={ui.icon} aria-hidden />
      {t.create}
    </Button>
  )
  return (
    <section className={cn(ui.card, ui.flushS)} aria-labelledby="tokens-title">
      <header className={ui.cardHead}>
        <h1 id="tokens-title" className={ui.heading}>
          {t.patsTitle}
        </h1>
        <small className={cn(ui.small, ui.hideS)}>{t.patsLead}</small>
        <span className={ui.cardEnd}>{tokens.data ? create : null}</span>
      </header>
      {tokens.isError ? (
        <ErrorCard className={ui.around16} error={tokens.error} onRetry={() => void tokens.refetch()} />
      ) : !tokens.data ? (
        <Loading>
          <Bone className={skeletonCss.rows} h={114} />
        </Loading>
      ) : tokens.data.length === 0 ? (
        <Empty icon={KeyRound} level={2} title={t.empty} hint={t.emptyHint} />
      ) : (
        <DataTable columns={[t.columns.name, t.columns.scopes, t.columns.expires, t.columns.used, { unseen: t.columns.actions }]}>
          {tokens.data.map((token) => {
            const scopes = scopesIn(token.scopes)
            return (
              <tr key={token.id}>
                <td className={tableCss.mobileWide}>
                  <b className={token.revoked ? ui.muted : undefined}>{token.name}</b>
                </td>
                <td title={scopes.map((scope) => t.scopeNames[scope]).join('、')}>
                  {t.scopeCount(scopes.length)}{' '}
                  {unused(token).length > 0 ? (
                    <Button size="xs" onClick={() => setNarrowing(token)}>
                      {t.narrow(unused(token).length)}
                    </Button>
                  ) : null}
                </td>
                <td>
                  {token.revoked ? (
                    <>
                      <Badge>{t.revokedState}</Badge> <Ago time={token.revoked} />
                    </>
                  ) : expired(token) ? (
                    <Badge tone="warn">{t.expired}</Badge>
                  ) : (
                    t.expiresAt(formatDate(token.expires))
                  )}
                </td>
                <td className={ui.muted}>
                  {token.last_used ? <Ago time={token.last_used} /> : t.never}{' '}
                  <button
                    type="button"
                    className={textButtonCss.root}
                    aria-label={activityText.byKeyNamed(token.name)}
                    onClick={() => setShown(token)}
                  >
                    {activityText.byKey}
                  </button>
                </td>
                <td className={tableCss.right}>
                  {token.revoked ? null : (
                    <Button danger size="sm" onClick={() => setRevoking(token)}>
                      {expired(token) ? t.remove : t.revoke}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </DataTable>
      )}
      {tokens.data?.some((token) => token.revoked) ? <p className={cn(ui.small, ui.around16)}>{t.revokedHint}</p> : null}
      <CreateToken open={creating} onOpenChange={setCreating} />
      {shown ? <KeyDrawer of={{ id: shown.id, kind: 'token', name: shown.name }} onClose={() => setShown(undefined)} /> : null}
      {narrowing ? <NarrowToken token={narrowing} onClose={() => setNarrowing(undefined)} /> : null}
      <Dialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={revoking && expired(revoking) ? t.removeTitle(revoking.name) : t.revokeTitle(revoking?.name ?? '')}
        footer={
          <>
            <Button onClick={() => setRevoking(undefined)}>{uiText.cancel}</Button>
            <Button
              kind="primary"
              danger
              loading={revoke.isPending}
              onClick={() => {
                if (revoking)
                  revoke.mutate(revoking.id, { onSuccess: () => toast(t.revoked, revoking.name), onSettled: () => setRevoking(undefined) })
              }}
            >
              {revoking && expired(revoking) ? t.remove : t.revoke}
            </Button>
          </>
        }
      >
        <p>{revoking && expired(revoking) ? t.removeText : t.revokeText}</p>
      </Dialog>
    </section>
  )
}
