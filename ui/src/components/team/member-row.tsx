import { ChevronDown } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { FormField, Input } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import type { Member } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import type { MemberPatch, TeamCommands } from '@/lib/team'
import { useDraft } from '@/lib/use-draft'
import { toast } from '@/stores/toasts'
import { PermissionBits } from './permission-bits'
import ui from '@/components/ui/ui.module.css'
import teamCss from './team.module.css'

/** A set of rights that members have; `held` is what the visitor may give or take of it. */
export type RightsOf = { name: 'permissions' | 'organization_permissions'; legend: string; labels: readonly string[]; held: number }

export type MemberWords = {
  removeText: string
  transferTitle: (name: string) => string
  transferText: string
  leaveTitle: string
  leaveText: string
}

type MemberRowProps = {
  team: TeamCommands
  member: Member
  own: boolean
  rights: readonly RightsOf[]
  may: { edit: boolean; remove: boolean; withdraw: boolean; transfer: boolean }
  words: MemberWords
  /** Members share what a project earns by a weight. */
  weighted?: boolean
  /** Why the project cannot be given away, for those who own it. */
  noTransfer?: string | undefined
  /** After the visitor has left by himself. */
  onLeft?: () => void
}

const MAX_SPLIT = 5000

/** One member; opened, what he is called and may do. */
export function MemberRow({ team, member, own, rights, may, words, weighted, noTransfer, onLeft }: MemberRowProps) {
  const [asking, setAsking] = useState<'remove' | 'transfer'>()
  const { draft, changes, count, change } = useDraft<Required<MemberPatch>>({
    role: member.role,
    permissions: member.permissions ?? 0,
    organization_permissions: member.organization_permissions ?? 0,
    payouts_split: member.payouts_split ?? 0,
  })
  const name = member.user.username
  const done = () => setAsking(undefined)
  const wrongSplit = !Number.isFinite(draft.payouts_split) || draft.payouts_split < 0 || draft.payouts_split > MAX_SPLIT
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0 && draft.role.trim() && !wrongSplit)
      void team.edit.mutateAsync({ user: member.user.id, patch: changes }).then(
        () => toast(t.saved, name),
        () => undefined,
      )
  }
  const remove = () =>
    void team.remove.mutateAsync(member.user.id).then(() => {
      toast(own ? t.left : member.accepted ? t.removed : t.withdrawn, name)
      if (own) onLeft?.()
    }, done)
  const ends = !member.is_owner && (own || (member.accepted ? may.remove : may.withdraw))
  return (
    <li>
      <details>
        <summary aria-label={t.edit(name)}>
          <Pic src={member.user.avatar_url} name={name} size={40} round />
          <span className={ui.grow}>
            <b>
              {name}
              {own ? <span className={ui.small}>{t.you}</span> : null}
            </b>
            <small>{member.is_owner && member.role === 'Owner' ? t.owner : member.role}</small>
          </span>
          {member.is_owner ? <Badge tone="accent">{t.owner}</Badge> : null}
          {member.accepted ? null : <Badge tone="warn">{t.pending}</Badge>}
          <ChevronDown className={ui.icon} aria-hidden />
        </summary>
        <form className={teamCss.body} onSubmit={save}>
          <PathLink className={cn(ui.link, ui.text13)} href={`/user/${name}`}>
            {siteText.profile}
          </PathLink>
          <FormField label={t.role}>
            {(control) => (
              <Input
                {...control}
                value={draft.role}
                maxLength={64}
                disabled={!may.edit}
                onChange={(event) => change({ role: event.target.value })}
                autoComplete="off"
              />
            )}
          </FormField>
          {weighted ? (
            <FormField label={t.split} hint={t.splitHint} error={wrongSplit ? t.splitWrong : undefined}>
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  min={0}
                  max={MAX_SPLIT}
                  step={1}
                  disabled={!may.edit}
                  value={Number.isFinite(draft.payouts_split) ? draft.payouts_split : ''}
                  onChange={(event) => change({ payouts_split: event.target.value === '' ? NaN : Number(event.target.value) })}
                  autoComplete="off"
                />
              )}
            </FormField>
          ) : null}
          {member.is_owner ? (
            <p className={cn(ui.text13, ui.muted)}>{t.ownerPermissions}</p>
          ) : (
            rights.map((set) => (
              <PermissionBits
                key={set.name}
                legend={set.legend}
                labels={set.labels}
                value={draft[set.name]}
                held={set.held}
                onValue={(value) => change({ [set.name]: value })}
              />
            ))
          )}
          <div className={ui.row}>
            {may.edit || rights.some((set) => set.held > 0) ? (
              <Button
                type="submit"
                kind="primary"
                size="sm"
                disabled={count === 0 || draft.role.trim() === '' || wrongSplit}
                loading={team.edit.isPending}
              >
                {t.save}
              </Button>
            ) : null}
            {ends ? (
              <Button danger size="sm" onClick={() => setAsking('remove')}>
                {own ? t.leave : member.accepted ? t.remove : t.withdraw}
              </Button>
            ) : null}
            {(may.transfer || noTransfer) && !member.is_owner ? (
              <Button
                kind="quiet"
                size="sm"
                disabled={!may.transfer || !member.accepted}
                title={noTransfer ?? (member.accepted ? undefined : t.transferAsk)}
                onClick={() => setAsking('transfer')}
              >
                {t.transfer}
              </Button>
            ) : null}
          </div>
        </form>
      </details>
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={done}
        title={own ? words.leaveTitle : member.accepted ? t.removeTitle(name) : t.withdrawTitle(name)}
        text={own ? words.leaveText : member.accepted ? words.removeText : t.withdrawText}
        action={own ? t.leave : member.accepted ? t.remove : t.withdraw}
        busy={team.remove.isPending}
        onConfirm={remove}
      />
      <ConfirmDialog
        open={asking === 'transfer'}
        onOpenChange={done}
        title={words.transferTitle(name)}
        text={words.transferText}
        typed={name}
        prompt={t.transferPrompt(name)}
        action={t.transfer}
        busy={team.transfer.isPending}
        onConfirm={() =>
          void team.transfer
            .mutateAsync(member.user.id)
            .then(
              () => toast(t.transferred, name),
              () => undefined,
            )
            .finally(done)
        }
      />
    </li>
  )
}
