import { useQuery } from '@tanstack/react-query'
import { Ellipsis, HardDrive, KeyRound, Plus, PowerOff } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DataTable } from '@/components/ui/data-table'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { cn } from '@/lib/cn'
import { formatBytes, formatDateTime, formatExact, formatRelative } from '@/lib/format'
import { serverStaffText } from '@/lib/i18n/zh-Hans/server-staff'
import { toast } from '@/stores/toasts'
import { serverQueries, useNewCode, useRetire, type HostNode } from '../api'
import { useNow } from '../hooks'
import { limitNames, nodeState, nodeTones } from '../model/nodes'
import { AddNodeDialog, CodeDialog } from './node-dialogs'
import pageHeadCss from '@/components/ui/page-head.module.css'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './staff.module.css'

const t = serverStaffText.nodes
const MIB = 1024 * 1024

/** The machines that run servers, for administrators. */
export function StaffNodes() {
  const now = useNow()
  const [adding, setAdding] = useState(false)
  const [code, setCode] = useState<string>()
  const { data, error, isError, refetch } = useQuery(serverQueries.nodes())
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{t.title}</h1>
        {data ? <span className={pageHeadCss.sub}>{t.count(formatExact(data.nodes.length))}</span> : null}
        <span className={pageHeadCss.end}>
          <Button kind="primary" onClick={() => setAdding(true)}>
            <Plus className={ui.icon} aria-hidden />
            {t.add}
          </Button>
        </span>
      </div>
      {data ? (
        <section className={cn(ui.card, ui.cut)} aria-label={t.title}>
          {data.nodes.length === 0 ? (
            <Empty level={2} icon={HardDrive} title={t.emptyTitle} hint={t.emptyHint} />
          ) : (
            <Table nodes={data.nodes} now={now} onCode={setCode} />
          )}
        </section>
      ) : isError ? (
        <ErrorCard error={error} onRetry={() => void refetch()} />
      ) : (
        <ItemBones count={2} />
      )}
      <AddNodeDialog
        open={adding}
        onClose={() => setAdding(false)}
        onCode={(made) => {
          setAdding(false)
          setCode(made)
        }}
      />
      <CodeDialog code={code} onClose={() => setCode(undefined)} />
    </>
  )
}

type TableProps = { nodes: readonly HostNode[]; now: number; onCode: (code: string) => void }

function Table({ nodes, now, onCode }: TableProps) {
  return (
    <DataTable
      title={t.title}
      columns={[t.column.node, t.column.state, t.column.host, t.column.ports, t.column.given, { unseen: t.column.action }]}
    >
      {nodes.map((node) => (
        <Row key={node.id} node={node} now={now} onCode={onCode} />
      ))}
    </DataTable>
  )
}

function Row({ node, now, onCode }: { node: HostNode; now: number; onCode: (code: string) => void }) {
  const { name, address, host, version, code_until: until, seen } = node
  const state = nodeState(node)
  return (
    <tr>
      <td className={tableCss.mobileWide}>
        <b>{name}</b>
        <span className={css.lines}>
          {address ? <span>{address}</span> : null}
          {version ? <span>{t.version(version)}</span> : null}
        </span>
      </td>
      <td>
        <Badge tone={nodeTones[state]}>{t.states[state]}</Badge>
        <span className={css.lines}>
          {state === 'away' && seen ? <span title={formatDateTime(seen)}>{t.seen(formatRelative(seen, now))}</span> : null}
          {until ? (
            <span>{t.codeUntil(formatDateTime(until))}</span>
          ) : state === 'waiting' ? (
            <span className={ui.warn}>{t.codeOver}</span>
          ) : null}
        </span>
      </td>
      <td className={tableCss.mobileWide}>
        {host ? (
          <>
            {t.tiers[host.tier === 'limited' ? 'limited' : 'plain']}
            <span className={css.lines}>
              <span>{host.unlimited?.length ? t.unlimited(limitNames(host.unlimited)) : t.allLimited}</span>
              <span>{t.hardware(formatExact(host.cpus), formatBytes(host.memory_bytes))}</span>
              <span>{t.free(formatBytes(host.disk_free), formatBytes(host.disk_bytes))}</span>
            </span>
          </>
        ) : (
          <span className={ui.subtle}>—</span>
        )}
      </td>
      <td>{t.ports(String(node.first_port), String(node.last_port))}</td>
      <td>{t.given(formatExact(node.servers), formatBytes(node.memory_mib * MIB))}</td>
      <td className={cn(tableCss.right, tableCss.mobileEnd)}>{state === 'retired' ? null : <NodeMenu node={node} onCode={onCode} />}</td>
    </tr>
  )
}

function NodeMenu({ node: { id, name }, onCode }: { node: HostNode; onCode: (code: string) => void }) {
  const [asking, setAsking] = useState(false)
  const code = useNewCode()
  const retire = useRetire()
  return (
    <>
      <Menu
        label={t.actions(name)}
        trigger={
          <IconButton kind="quiet" size="sm" label={t.actions(name)} loading={code.isPending || retire.isPending}>
            <Ellipsis className={ui.icon} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => code.mutate(id, { onSuccess: (made) => onCode(made.code) })}>
          <KeyRound className={ui.icon} aria-hidden />
          {t.newCode}
        </MenuItem>
        <MenuItem danger onSelect={() => setAsking(true)}>
          <PowerOff className={ui.icon} aria-hidden />
          {t.retire}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={serverStaffText.retireForm.title(name)}
        text={serverStaffText.retireForm.text}
        action={serverStaffText.retireForm.action}
        busy={false}
        onConfirm={() => {
          setAsking(false)
          retire.mutate(id, { onSuccess: () => toast(t.retired) })
        }}
      />
    </>
  )
}
