import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DateInput } from '@/components/ui/date-input'
import { Input } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import type { Member } from '@/lib/api/types'
import { changesOf } from '@/lib/changes'
import { cn } from '@/lib/cn'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import type { TeamCommands } from '@/lib/team'
import { toast } from '@/stores/toasts'
import { PermissionBits } from './permission-bits'
import ui from '@/components/ui/ui.module.css'
import teamCss from './team.module.css'

/** A set of rights of members; `held` are those that the viewer may grant or revoke. */
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
  /** Members share revenue by weight: the part of this one, in words, or empty where it is unknown. */
  share?: string | undefined
  /** Why the owner cannot transfer the project. */
  noTransfer?: string | undefined
  /** Called after the viewer has left the team. */
  onLeft?: () => void
}

const MAX_SPLIT = 5000

const schema = v.object({
  role: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  permissions: v.number(),
  organization_permissions: v.number(),
  payouts_split: v.pipe(
    v.string(),
    v.check((text) => text !== '' && Number(text) >= 0 && Number(text) <= MAX_SPLIT, t.splitWrong),
    v.transform(Number),
  ),
  payouts_effective: v.string(),
})

/** Today, in UTC: days of revenue are those. */
const today = (): string => new Date().toISOString().slice(0, 10)

/** One member; expanded, the member's role and rights. */
export function MemberRow({ team, member, own, rights, may, words, share, noTransfer, onLeft }: MemberRowProps) {
  const [asking, setAsking] = useState<'remove' | 'transfer'>()
  const edit = useMemberForm(team, member)
  const name = member.user.username
  const done = () => setAsking(undefined)
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
          {share ? <span className={cn(ui.small, ui.tabular)}>{t.share(share)}</span> : null}
          {member.is_owner ? <Badge tone="accent">{t.owner}</Badge> : null}
          {member.accepted ? null : <Badge tone="warn">{t.pending}</Badge>}
          <ChevronDown className={ui.icon} aria-hidden />
        </summary>
        <Form form={edit} className={teamCss.body}>
          <PathLink className={cn(ui.link, ui.text13)} to="/user/$id/{-$kind}" params={{ id: name }}>
            {shellText.profile}
          </PathLink>
          <Field form={edit} name="role" label={t.role}>
            {(control) => <Input {...control} maxLength={64} disabled={!may.edit} autoComplete="off" />}
          </Field>
          {share === undefined ? null : (
            <>
              <Field form={edit} name="payouts_split" label={t.split} hint={t.splitHint}>
                {(control) => (
                  <Input {...control} type="number" min={0} max={MAX_SPLIT} step={0.01} disabled={!may.edit} autoComplete="off" />
                )}
              </Field>
              <Field form={edit} name="payouts_effective" label={t.effective} hint={t.effectiveHint}>
                {(control) => (
                  <DateInput {...control} type="date" min={today()} disabled={!may.edit || edit.changes.payouts_split === undefined} />
                )}
              </Field>
            </>
          )}
          {member.is_owner ? (
            <p className={cn(ui.text13, ui.muted)}>{t.ownerPermissions}</p>
          ) : (
            rights.map((set) => (
              <PermissionBits key={set.name} legend={set.legend} labels={set.labels} held={set.held} {...edit.bind(set.name)} />
            ))
          )}
          <div className={ui.row}>
            {may.edit || rights.some((set) => set.held > 0) ? (
              <Button
                type="submit"
                kind="primary"
                size="sm"
                disabled={Object.keys(edit.changes).length === 0 || edit.written.role.trim() === ''}
                loading={edit.pending}
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
        </Form>
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

function useMemberForm(team: TeamCommands, member: Member) {
  const saved = {
    role: member.role,
    permissions: member.permissions ?? 0,
    organization_permissions: member.organization_permissions ?? 0,
    payouts_split: member.payouts_split ?? 0,
    payouts_effective: '',
  }
  const form = useAppForm({
    schema,
    values: { ...saved, payouts_split: String(saved.payouts_split) },
    send: (given) => team.edit.mutateAsync({ user: member.user.id, patch: changesOf(given, saved) }),
    onDone: () => {
      form.reset({ ...form.getValues(), payouts_effective: '' })
      toast(t.saved, member.user.username)
    },
  })
  return form
}
