import { Ellipsis, Pause, Play, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { Menu, MenuItem } from '@/components/ui/dropdown-menu'
import { NativeSelect } from '@/components/ui/native-select'
import type { Server } from '@/lib/hosting/servers'
import { serverText } from '@/lib/i18n/zh-Hans/server'
import { serverStaffText } from '@/lib/i18n/zh-Hans/server-staff'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { toast } from '@/stores/toasts'
import { useDelete, useSuspend } from '../api'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'

const t = serverStaffText.servers
const { suspensions } = serverText.notices
type Kind = keyof typeof suspensions

/** What an administrator decides about a server; the reason is asked for when it is sent. */
export function StaffMenu({ server }: { server: Server }) {
  const [asking, setAsking] = useState<'suspend' | 'remove'>()
  const suspend = useSuspend(server.server_id)
  const remove = useDelete(server.server_id)
  const close = () => setAsking(undefined)
  const busy = suspend.isPending || remove.isPending
  return (
    <>
      <Menu
        label={t.actions(server.name)}
        trigger={
          <IconButton kind="quiet" size="sm" label={t.actions(server.name)} loading={busy}>
            <Ellipsis className={ui.icon} aria-hidden />
          </IconButton>
        }
      >
        {server.deleted ? (
          <MenuItem onSelect={() => remove.mutate(true, { onSuccess: () => toast(t.broughtBack) })}>
            <Undo2 className={ui.icon} aria-hidden />
            {t.bringBack}
          </MenuItem>
        ) : (
          <>
            {server.suspended ? (
              <MenuItem onSelect={() => suspend.mutate({ suspended: false }, { onSuccess: () => toast(t.resumed) })}>
                <Play className={ui.icon} aria-hidden />
                {t.resume}
              </MenuItem>
            ) : (
              <MenuItem onSelect={() => setAsking('suspend')}>
                <Pause className={ui.icon} aria-hidden />
                {t.suspend}
              </MenuItem>
            )}
            <MenuItem danger onSelect={() => setAsking('remove')}>
              <Trash2 className={ui.icon} aria-hidden />
              {t.remove}
            </MenuItem>
          </>
        )}
      </Menu>
      <SuspendDialog
        name={server.name}
        open={asking === 'suspend'}
        onClose={close}
        onSend={(kind) => {
          close()
          suspend.mutate({ suspended: true, suspension_reason: kind }, { onSuccess: () => toast(t.suspended) })
        }}
      />
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={close}
        title={serverStaffText.removeForm.title(server.name)}
        text={serverStaffText.removeForm.text}
        action={serverStaffText.removeForm.action}
        busy={false}
        onConfirm={() => {
          close()
          remove.mutate(false, { onSuccess: () => toast(t.removed) })
        }}
      />
    </>
  )
}

type SuspendDialogProps = { name: string; open: boolean; onClose: () => void; onSend: (kind: Kind) => void }

function SuspendDialog({ name, open, onClose, onSend }: SuspendDialogProps) {
  const words = serverStaffText.suspendForm
  const [kind, setKind] = useState<Kind>('other')
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={words.title(name)}
      description={words.lead}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button kind="primary" danger onClick={() => onSend(kind)}>
            {words.action}
          </Button>
        </>
      }
    >
      <div className={formCss.field}>
        <span className={formCss.label} aria-hidden>
          {words.kind}
        </span>
        <NativeSelect
          label={words.kind}
          value={kind}
          onValue={(value) => setKind(value as Kind)}
          options={Object.entries(suspensions).map(([value, label]) => ({ value, label }))}
        />
      </div>
    </Dialog>
  )
}
