import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { DataTable } from '@/components/ui/data-table'
import { Empty, ErrorCard, Note } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { cn } from '@/lib/cn'
import type { ServerMember } from '@/lib/hosting/members'
import type { Server } from '@/lib/hosting/servers'
import { serverMembersText as t } from '@/lib/i18n/zh-Hans/server-members'
import { serverMembers } from '@/lib/limits.gen'
import { useSession } from '@/lib/session'
import { memberQueries } from '../api'
import { refusalOf } from '../model'
import { InviteCard } from './invite-card'
import { MemberRow } from './member-row'
import { RolesCard } from './roles-card'
import ui from '@/components/ui/ui.module.css'

/** Who takes part in a server, who is asked to, and what each may do. */
export function ServerMembers({ server }: { server: Server }) {
  const query = useQuery(memberQueries.list(server.server_id))
  const refused = refusalOf(server)
  const list = query.data
  const others = list?.filter(({ state }) => state !== 'owner').length ?? 0
  const full = others >= serverMembers ? t.refused.full(String(serverMembers)) : undefined
  return (
    <div className={ui.pile}>
      {refused ? (
        <Note tone="warn">
          <b>{t.readOnly}</b>
          <p>{refused}</p>
        </Note>
      ) : null}
      <InviteCard server={server.server_id} refused={refused ?? full} />
      {list ? (
        <section className={cn(ui.card, ui.cut)} aria-labelledby="server-members">
          <header className={ui.cardHead}>
            <h2 id="server-members">{t.title}</h2>
            <small className={cn(ui.small, ui.tabular)} title={t.countHint}>
              {t.count(String(others), String(serverMembers))}
            </small>
          </header>
          <Table server={server} list={list} refused={refused} />
          {others === 0 ? <Empty icon={Users} title={t.aloneTitle} hint={refused ? undefined : t.aloneHint} /> : null}
        </section>
      ) : query.isError ? (
        <ErrorCard error={query.error} title={t.errorTitle} onRetry={() => void query.refetch()} />
      ) : (
        <ItemBones count={3} />
      )}
      <RolesCard />
    </div>
  )
}

function Table({ server, list, refused }: { server: Server; list: readonly ServerMember[]; refused: string | undefined }) {
  const viewer = useSession()?.id
  const mine = list.find(({ user }) => user !== null && user.id === viewer)
  return (
    <DataTable title={t.title} columns={[t.column.member, t.column.role, t.column.state, t.column.since, { unseen: t.column.actions }]}>
      {list.map((member, index) => (
        <MemberRow
          key={member.user?.id ?? index}
          server={server}
          member={member}
          own={member === mine}
          manages={refused === undefined}
          asStaff={mine === undefined}
        />
      ))}
    </DataTable>
  )
}
