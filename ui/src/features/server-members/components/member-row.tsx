import { PathLink } from '@/components/layout/path-link'
import { Badge } from '@/components/ui/badge'
import { Pic } from '@/components/ui/pic'
import { Select } from '@/components/ui/select'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import type { GivenRole, ServerMember } from '@/lib/hosting/members'
import type { Server } from '@/lib/hosting/servers'
import { now } from '@/lib/clock'
import { serverMembersText as t } from '@/lib/i18n/zh-Hans/server-members'
import { toast } from '@/stores/toasts'
import { useSetRole } from '../api'
import { leftOf, nameOf } from '../model'
import { MemberMenu } from './member-menu'
import itemCss from '@/components/ui/item.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-members.module.css'

type MemberRowProps = {
  server: Server
  member: ServerMember
  /** It is the viewer. */
  own: boolean
  /** The viewer may manage the members. */
  manages: boolean
  /** The viewer takes no part in the server. */
  asStaff: boolean
}

/** One member of a server, with its role and what can be done about it. */
export function MemberRow({ server, member, own, manages, asStaff }: MemberRowProps) {
  const { user, state, since } = member
  const name = nameOf(member)
  return (
    <tr>
      <td className={tableCss.mobileWide}>
        <div className={itemCss.root}>
          <Pic src={user?.avatar_url} name={name} size={40} round />
          <div>
            <b className={ui.break}>
              {user ? (
                <PathLink to="/user/$id/{-$kind}" params={{ id: user.username, kind: undefined }}>
                  {name}
                </PathLink>
              ) : (
                name
              )}
            </b>
            {own ? <small>{t.you}</small> : null}
          </div>
        </div>
      </td>
      <td>
        {manages && user && member.role !== 'owner' ? (
          <RoleSelect server={server.server_id} member={user.id} name={name} role={member.role} />
        ) : member.role === 'owner' ? (
          <Badge tone="accent">{t.roles.owner}</Badge>
        ) : (
          t.roles[member.role]
        )}
      </td>
      <td>
        <span className={css.state}>
          <Badge tone={state === 'invited' ? 'warn' : 'ok'}>{t.states[state]}</Badge>
          {state === 'invited' ? <span className={cn(ui.subtle, ui.oneLine)}>{leftOf(since, now())}</span> : null}
        </span>
      </td>
      <td className={tableCss.mobileHidden}>
        <Ago time={since} wrap={t.since[state]} className={ui.muted} />
      </td>
      <td className={cn(tableCss.right, tableCss.mobileEnd)}>
        {user && state !== 'owner' && (own || manages) ? (
          <MemberMenu server={server} member={member} user={user} own={own} manages={manages} asStaff={asStaff} />
        ) : null}
      </td>
    </tr>
  )
}

type RoleSelectProps = { server: string; member: string; name: string; role: GivenRole }

/** The role of a member, which is changed at once. */
function RoleSelect({ server, member, name, role }: RoleSelectProps) {
  const set = useSetRole(server, member, (next) => toast(t.roleSet, t.roleSetText(name, t.roles[next])))
  return (
    <Select
      size="sm"
      className={css.role}
      label={t.roleOf(name)}
      value={set.isPending ? set.variables : role}
      disabled={set.isPending}
      options={(['editor', 'viewer'] as const).map((value) => ({ value, label: t.roles[value] }))}
      onValue={(next) => {
        if (next !== role) set.mutate(next)
      }}
    />
  )
}
