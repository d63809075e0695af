import { Square } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { usePower, type Shown } from '@/features/server/parts'
import { rights } from '@/lib/hosting/rights'
import type { Server } from '@/lib/hosting/servers'
import { serverBackupsText } from '@/lib/i18n/zh-Hans/server-backups'
import ui from '@/components/ui/ui.module.css'

const t = serverBackupsText.restoring

/** Files are replaced only while no process has them open. */
export function StopNote({ server, shown }: { server: Server; shown: Shown }) {
  const power = usePower(server.server_id)
  const stops = shown === 'stopping' || power.isPending
  return (
    <Note
      tone="warn"
      actions={
        <Button size="sm" danger disabled={stops || !rights.power(server)} loading={power.isPending} onClick={() => power.mutate('Stop')}>
          <Square className={ui.icon14} aria-hidden />
          {t.stop}
        </Button>
      }
    >
      <span role="status">{stops ? t.stopping : t.running}</span>
    </Note>
  )
}
