import { useRouter } from '@tanstack/react-router'
import { Crown, Ellipsis, LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import type { ServerMember } from '@/lib/hosting/members'
import type { Server } from '@/lib/hosting/servers'
import { serverMembersText as t } from '@/lib/i18n/zh-Hans/server-members'
import { toast } from '@/stores/toasts'
import { useHandOver, useRemove } from '../api'
import ui from '@/components/ui/ui.module.css'

type MemberMenuProps = {
  server: Server
  member: ServerMember
  user: NonNullable<ServerMember['user']>
  own: boolean
  manages: boolean
  asStaff: boolean
}

/** What can be done about a member: hand over, remove, withdraw; about oneself: leave. */
export function MemberMenu({ server, member, user, own, manages, asStaff }: MemberMenuProps) {
  const router = useRouter()
  const [asking, setAsking] = useState<'remove' | 'handOver'>()
  const close = () => setAsking(undefined)
  const name = user.username
  const words = own ? t.leave : member.state === 'invited' ? t.withdraw : t.remove
  const remove = useRemove(server.server_id, user.id, () => {
    toast(words.done, own ? server.name : name)
    // The page would otherwise ask for what the viewer can no longer see.
    return own ? router.navigate({ to: '/servers/manage/{-$sid}/{-$part}/{-$sub}', params: {}, replace: true }) : undefined
  })
  const handOver = useHandOver(server.server_id, user.id, () => toast(t.handOver.done, t.handOver.doneText(name)))
  const Icon = own ? LogOut : UserMinus
  return (
    <>
      <Menu
        label={t.actions(name)}
        trigger={
          <IconButton kind="quiet" size="sm" label={t.actions(name)}>
            <Ellipsis className={ui.icon} aria-hidden />
          </IconButton>
        }
      >
        {manages && !own && member.state === 'joined' ? (
          <MenuItem onSelect={() => setAsking('handOver')}>
            <Crown className={ui.icon} aria-hidden />
            {t.handOver.action}
          </MenuItem>
        ) : null}
        <MenuItem danger onSelect={() => setAsking('remove')}>
          <Icon className={ui.icon} aria-hidden />
          {words.action}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={words.title(own ? server.name : name)}
        text={words.text}
        action={words.action}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
      />
      <ConfirmDialog
        open={asking === 'handOver'}
        onOpenChange={close}
        title={t.handOver.title(name)}
        text={asStaff ? t.handOver.textAsStaff(name) : t.handOver.text(name)}
        typed={name}
        prompt={t.handOver.prompt(name)}
        action={t.handOver.action}
        plain
        busy={handOver.isPending}
        onConfirm={() => handOver.mutate(undefined, { onSettled: close })}
      />
    </>
  )
}
