import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { OutsideLink } from '@/components/ui/outside-link'
import { Pic } from '@/components/ui/pic'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { claimText as t } from '@/lib/i18n/zh-Hans/claim'
import { reasonText } from '@/lib/i18n/zh-Hans/reason'
import { projectParams } from '@/lib/links'
import { toast } from '@/stores/toasts'
import { useSettleClaim, useWithdrawClaim, type Claim } from '../api'
import itemCss from '@/components/ui/item.module.css'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './claim.module.css'

const tones = { open: 'info', withdrawn: 'neutral', accepted: 'ok', rejected: 'bad', superseded: 'neutral' } as const

/** One claim: claimant, project, evidence and actions. */
export function ClaimCard({ claim, staff }: { claim: Claim; staff: boolean }) {
  const { project, claimant, reason } = claim
  return (
    <li className={cn(ui.card, ui.cardPad, css.root)}>
      <div className={css.head}>
        <div className={itemCss.root}>
          <Pic src={project?.icon_url ?? null} project={project?.id} name={project?.title ?? t.gone} size={40} />
          <div>
            <b className={ui.clip}>
              {project ? (
                <PathLink data-row-link to="/$type/$id" params={projectParams(project)}>
                  {project.title}
                </PathLink>
              ) : (
                t.gone
              )}
            </b>
            <small>
              {t.filed} <Ago time={claim.filed} />
            </small>
          </div>
        </div>
        <Badge tone={tones[claim.state]}>{t.stateOf[claim.state]}</Badge>
      </div>
      {staff && claim.rivals > 0 && claim.state === 'open' ? <Note tone="warn">{t.rivals(claim.rivals)}</Note> : null}
      <dl className={keyValuesCss.root}>
        {staff && claimant ? (
          <>
            <dt>{t.by}</dt>
            <dd>
              <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: claimant.username }}>
                {claimant.username}
              </PathLink>
            </dd>
          </>
        ) : null}
        <dt>{t.evidence}</dt>
        <dd>
          {t.proofs[claim.proof]}
          {/^https:/i.test(claim.address) ? (
            <OutsideLink className={cn(ui.link, ui.block, ui.break)} href={claim.address} rel="noopener noreferrer nofollow ugc">
              {claim.address}
            </OutsideLink>
          ) : (
            <span className={ui.block}>{claim.address}</span>
          )}
        </dd>
        {staff && project?.source_url ? (
          <>
            <dt>{t.source}</dt>
            <dd>
              <OutsideLink className={cn(ui.link, ui.break)} href={project.source_url} rel="noopener noreferrer nofollow ugc">
                {project.source_url}
              </OutsideLink>
            </dd>
          </>
        ) : null}
        {claim.proof === 'token' ? (
          <>
            <dt>{t.token}</dt>
            <dd>
              <code>{claim.token}</code>
            </dd>
          </>
        ) : null}
        {claim.note ? (
          <>
            <dt>{t.note}</dt>
            <dd className={css.note}>{claim.note}</dd>
          </>
        ) : null}
        {claim.ended ? (
          <>
            <dt>{t.decided}</dt>
            <dd>
              {claim.decided_by?.username} <Ago time={claim.ended} />
            </dd>
          </>
        ) : null}
        {reason ? (
          <>
            <dt>{t.reason}</dt>
            <dd className={css.note}>{[codeName(reason.code), reason.text].filter(Boolean).join('：')}</dd>
          </>
        ) : null}
      </dl>
      {claim.state === 'open' ? <Actions id={claim.id} staff={staff} /> : null}
    </li>
  )
}

const codeName = reasonText.name

function Actions({ id, staff }: { id: string; staff: boolean }) {
  const withdraw = useWithdrawClaim()
  const settle = useSettleClaim()
  const decide = (accept: boolean) => settle.mutate({ id, accept }, { onSuccess: () => toast(accept ? t.accepted : t.rejected) })
  if (!staff) {
    return (
      <div className={css.actions}>
        <Button loading={withdraw.isPending} onClick={() => withdraw.mutate(id, { onSuccess: () => toast(t.withdrawn) })}>
          {t.withdraw}
        </Button>
      </div>
    )
  }
  return (
    <div className={css.actions}>
      <Button disabled={settle.isPending} onClick={() => decide(false)}>
        {t.reject}
      </Button>
      <Button kind="primary" disabled={settle.isPending} onClick={() => decide(true)}>
        {t.accept}
      </Button>
    </div>
  )
}
