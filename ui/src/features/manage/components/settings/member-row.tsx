import { ChevronDown } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { FormField, Input } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import type { Member } from '@/lib/api/types'
import { memberText as t } from '@/lib/i18n/zh-Hans/members'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'
import { flipBit, hasBit } from '../../model/permissions'
import { useEditMember, useRemoveMember, useTransfer } from '../../team-commands'
import { useDraft } from '../../use-draft'
import { ConfirmDialog } from '../confirm-dialog'

type MemberRowProps = { team: string; member: Member; own: boolean; canTransfer: boolean }

/** One member; opened, what he is called and may do. */
export function MemberRow({ team, member, own, canTransfer }: MemberRowProps) {
  const [asking, setAsking] = useState<'remove' | 'transfer'>()
  const edit = useEditMember(team)
  const remove = useRemoveMember(team)
  const transfer = useTransfer(team)
  const { draft, changes, count, change } = useDraft({ role: member.role, permissions: member.permissions ?? 0 })
  const name = member.user.username
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (count > 0 && draft.role.trim()) edit.mutate({ user: member.user.id, patch: changes }, { onSuccess: () => toast(t.saved, name) })
  }
  return (
    <li>
      <details>
        <summary aria-label={t.edit(name)}>
          <Pic src={member.user.avatar_url} name={name} size={40} round />
          <span className="grow">
            <b>
              {name}
              {own ? <span className="subtle t12">{t.you}</span> : null}
            </b>
            <small>{member.role}</small>
          </span>
          {member.is_owner ? <Badge tone="accent">{t.owner}</Badge> : null}
          {member.accepted ? null : <Badge tone="warn">{t.pending}</Badge>}
          <ChevronDown className="i" aria-hidden />
        </summary>
        <form className="mem-body" onSubmit={save}>
          <PathLink className="link t13" href={`/user/${name}`}>
            {siteText.profile}
          </PathLink>
          <FormField label={t.role}>{(control) => <Input {...control} value={draft.role} maxLength={64} onChange={(event) => change({ role: event.target.value })} autoComplete="off" />}</FormField>
          <fieldset>
            <legend className="form-label">{t.permissions}</legend>
            {member.is_owner ? (
              <p className="t13 muted">{t.ownerPermissions}</p>
            ) : (
              <div className="mem-bits">
                {t.bits.map((label, bit) => (
                  <Checkbox key={label} checked={hasBit(draft.permissions, bit)} onChange={() => change({ permissions: flipBit(draft.permissions, bit) })}>
                    {label}
                  </Checkbox>
                ))}
              </div>
            )}
          </fieldset>
          <div className="row-x">
            <Button type="submit" kind="primary" size="sm" disabled={count === 0 || draft.role.trim() === ''} loading={edit.isPending}>
              {t.save}
            </Button>
            {member.is_owner ? null : (
              <Button danger size="sm" onClick={() => setAsking('remove')}>
                {own ? t.leave : member.accepted ? t.remove : t.withdraw}
              </Button>
            )}
            {canTransfer && member.accepted && !member.is_owner ? (
              <Button kind="quiet" size="sm" onClick={() => setAsking('transfer')}>
                {t.transfer}
              </Button>
            ) : null}
          </div>
        </form>
      </details>
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={() => setAsking(undefined)}
        title={t.removeTitle(name)}
        text={t.removeText}
        action={own ? t.leave : t.remove}
        busy={remove.isPending}
        onConfirm={() => void remove.mutateAsync(member.user.id).then(() => toast(t.removed, name), () => setAsking(undefined))}
      />
      <ConfirmDialog
        open={asking === 'transfer'}
        onOpenChange={() => setAsking(undefined)}
        title={t.transferTitle(name)}
        text={t.transferText}
        typed={name}
        prompt={t.transferPrompt(name)}
        action={t.transfer}
        busy={transfer.isPending}
        onConfirm={() => transfer.mutate(member.user.id, { onSuccess: () => toast(t.transferred, name), onSettled: () => setAsking(undefined) })}
      />
    </li>
  )
}
