import { useQuery } from '@tanstack/react-query'
import { Plus, Server as ServerIcon } from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { Empty, ErrorCard, Note } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { Pagination } from '@/components/ui/pagination'
import { hrefOf } from '@/lib/address'
import { cn } from '@/lib/cn'
import { formatBytes, formatExact } from '@/lib/format'
import type { Server } from '@/lib/hosting/servers'
import { serverStaffText } from '@/lib/i18n/zh-Hans/server-staff'
import { useLive } from '@/lib/live'
import { pageCount, pageParam } from '@/lib/pages'
import { serverQueries, STAFF_PAGE } from '../api'
import { useNow } from '../hooks'
import { usable } from '../model/nodes'
import { stateOf } from '../model/state'
import { ProvisionDialog } from './provision-dialog'
import { ServerMarks, ServerName } from './server-row'
import { StaffMenu } from './staff-menu'
import pageHeadCss from '@/components/ui/page-head.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'

const t = serverStaffText.servers
const topics = ['servers']
const MIB = 1024 * 1024

/** All servers, for administrators. */
export function StaffServers({ page = 1 }: { page?: number | undefined }) {
  useLive(topics)
  const now = useNow()
  const [adding, setAdding] = useState(false)
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(serverQueries.all(page))
  const nodes = useQuery(serverQueries.nodes()).data?.nodes
  const total = data?.pagination.total_items ?? 0
  const none = nodes !== undefined && !nodes.some(usable)
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{t.title}</h1>
        {data ? <span className={pageHeadCss.sub}>{t.count(formatExact(total))}</span> : null}
        <span className={pageHeadCss.end}>
          <Button
            kind="primary"
            disabled={!nodes || none}
            title={none ? t.needNode : undefined}
            aria-description={none ? t.needNode : undefined}
            onClick={() => setAdding(true)}
          >
            <Plus className={ui.icon} aria-hidden />
            {t.provision}
          </Button>
        </span>
      </div>
      {none ? <Note className={ui.below16}>{t.needNode}</Note> : null}
      {data ? (
        <section className={cn(ui.card, ui.cut, isPlaceholderData && ui.stale)} aria-label={t.title}>
          {data.servers.length === 0 ? (
            <Empty level={2} icon={ServerIcon} title={t.emptyTitle} hint={t.emptyHint} />
          ) : (
            <Table servers={data.servers} now={now} />
          )}
        </section>
      ) : isError ? (
        <ErrorCard error={error} onRetry={() => void refetch()} />
      ) : (
        <ItemBones count={4} />
      )}
      <Pagination
        page={page}
        count={pageCount(total, STAFF_PAGE)}
        href={(number) => hrefOf({ to: '/moderation/$page', params: { page: 'servers' }, search: { page: pageParam(number) } })}
      />
      <ProvisionDialog nodes={nodes ?? []} open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function Table({ servers, now }: { servers: readonly Server[]; now: number }) {
  return (
    <DataTable
      title={t.title}
      columns={[t.column.server, t.column.state, t.column.owner, t.column.node, t.column.plan, { unseen: t.column.action }]}
    >
      {servers.map((server) => (
        <Row key={server.server_id} server={server} now={now} />
      ))}
    </DataTable>
  )
}

function Row({ server, now }: { server: Server; now: number }) {
  const { owner, host, plan, net } = server
  return (
    <tr>
      <td className={tableCss.mobileWide}>
        <ServerName server={server} />
      </td>
      <td>
        <ServerMarks server={server} shown={stateOf(server, now)} />
      </td>
      <td>
        {owner ? (
          <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: owner.username, kind: undefined }}>
            {owner.username}
          </PathLink>
        ) : (
          t.gone
        )}
      </td>
      <td>
        {host?.name ?? <span className={ui.subtle}>—</span>}
        <span className={ui.subtle}> :{net.port}</span>
      </td>
      <td>{t.plan(formatBytes(plan.memory_mib * MIB), String(plan.cpu_percent / 100), formatBytes(plan.disk_mib * MIB))}</td>
      <td className={cn(tableCss.right, tableCss.mobileEnd)}>
        <StaffMenu server={server} />
      </td>
    </tr>
  )
}
