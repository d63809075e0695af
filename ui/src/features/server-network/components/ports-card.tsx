import { useQuery } from '@tanstack/react-query'
import { Network } from 'lucide-react'
import { DataTable } from '@/components/ui/data-table'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import type { Allocation } from '@/lib/hosting/network'
import type { Server } from '@/lib/hosting/servers'
import { serverNetworkText } from '@/lib/i18n/zh-Hans/server-network'
import { serverPorts } from '@/lib/limits.gen'
import { networkQueries } from '../api'
import { AddPort } from './add-port'
import { PortRow } from './port-row'
import ui from '@/components/ui/ui.module.css'

const t = serverNetworkText.ports

type PortsCardProps = { server: Server; refused: string | undefined }

/** The ports of a server beside its first one. */
export function PortsCard({ server, refused }: PortsCardProps) {
  const query = useQuery(networkQueries.ports(server.server_id))
  const ports = query.data
  return (
    <section className={cn(ui.card, ui.cut)} aria-labelledby="server-ports">
      <header className={ui.cardHead}>
        <h2 id="server-ports">{t.title}</h2>
        {ports ? <small className={cn(ui.small, ui.tabular)}>{t.count(String(ports.length), String(serverPorts))}</small> : null}
      </header>
      {ports ? (
        <>
          {ports.length === 0 ? (
            <Empty icon={Network} title={t.emptyTitle} hint={refused ? undefined : t.emptyHint} />
          ) : (
            <Table server={server} ports={ports} refused={refused} />
          )}
          <AddPort server={server.server_id} refused={refused ?? (ports.length >= serverPorts ? t.full(String(serverPorts)) : undefined)} />
        </>
      ) : query.isError ? (
        <ErrorCard className={ui.around16} error={query.error} title={t.errorTitle} onRetry={() => void query.refetch()} />
      ) : (
        <Loading className={cn(ui.cardPad, ui.pile)}>
          <Bone w="50%" />
          <Bone w="40%" />
        </Loading>
      )}
    </section>
  )
}

function Table({ server, ports, refused }: PortsCardProps & { ports: readonly Allocation[] }) {
  return (
    <DataTable title={t.title} columns={[t.column.name, t.column.address, { unseen: t.column.actions }]}>
      {ports.map((allocation) => (
        <PortRow key={allocation.port} server={server} allocation={allocation} refused={refused} />
      ))}
    </DataTable>
  )
}
