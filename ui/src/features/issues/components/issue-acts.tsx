import {
  Ban,
  Ellipsis,
  Eye,
  EyeOff,
  Flag,
  History,
  Link2,
  Lock,
  LockOpen,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { IconButton } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Menu, MenuItem, MenuLine } from '@/components/ui/dropdown-menu'
import { hrefOf, type Address } from '@/lib/address'
import { copyText } from '@/lib/copy'
import { issueText as t } from '@/lib/i18n/zh-Hans/issue'
import { signIn } from '@/lib/links'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { useAct, type Act, type TextOf } from '../api'
import ui from '@/components/ui/ui.module.css'

const icons: Record<Act, LucideIcon> = { hide: EyeOff, restore: Eye, lock: Lock, unlock: LockOpen, pin: Pin, unpin: PinOff }

type IssueActsProps = {
  of: TextOf
  /** The address of the text. */
  href: string
  floor: number
  own: boolean
  /** The viewer is a member of the project; the staff states a reason for everything. */
  member: boolean
  edits: boolean
  deletes: boolean
  acts: readonly Act[]
  history: boolean
  reports: boolean
  onEdit: () => void
  onHistory: () => void
  /** Bars the author; given where the viewer may. */
  onBar?: (() => void) | undefined
}

/** What can be done with a text of an issue, under a button. */
export function IssueActs({
  of,
  href,
  floor,
  own,
  member,
  edits,
  deletes,
  acts,
  history,
  reports,
  onEdit,
  onHistory,
  onBar,
}: IssueActsProps) {
  const act = useAct(of)
  const viewer = useSession()
  const report = {
    to: '/report',
    search: { itemType: of.comment === undefined ? 'issue' : 'comment', itemId: of.comment ?? of.issue },
  } as const satisfies Address
  const [asking, setAsking] = useState(false)
  const copy = () => {
    const link = location.origin + href
    void copyText(link).then((done) => {
      if (done) toast(t.acts.copied, link)
    })
  }
  const remove = () => act.mutate({ act: 'delete', asStaff: !own }, { onSuccess: () => setAsking(false) })
  const items: (readonly [key: string, icon: LucideIcon, label: string, onSelect: () => void])[] = [
    ...(edits ? ([['edit', Pencil, t.acts.edit, onEdit]] as const) : []),
    ...(history ? ([['history', History, t.acts.history, onHistory]] as const) : []),
    ['copy', Link2, t.acts.copy, copy],
  ]
  const label = floor === 0 ? t.acts.more : t.acts.moreOf(floor)
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton label={label} size="sm" kind="quiet" loading={act.isPending && !asking}>
            <Ellipsis className={ui.icon} aria-hidden />
          </IconButton>
        }
      >
        {items.map(([key, Icon, text, onSelect]) => (
          <MenuItem key={key} onSelect={onSelect}>
            <Icon className={ui.icon} aria-hidden />
            {text}
          </MenuItem>
        ))}
        {reports ? (
          <MenuItem asChild>
            <PathLink {...(viewer ? report : signIn(hrefOf(report)))}>
              <Flag className={ui.icon} aria-hidden />
              {t.acts.report}
            </PathLink>
          </MenuItem>
        ) : null}
        {acts.length > 0 || deletes || onBar ? <MenuLine /> : null}
        {acts.map((one) => {
          const Icon = icons[one]
          // What is hidden is somebody's: they are told why, also by members.
          const asStaff = one === 'hide' || (!member && one !== 'pin' && one !== 'unpin')
          return (
            <MenuItem key={one} onSelect={() => act.mutate({ act: one, asStaff })}>
              <Icon className={ui.icon} aria-hidden />
              {t.acts[one]}
            </MenuItem>
          )
        })}
        {onBar ? (
          <MenuItem onSelect={onBar}>
            <Ban className={ui.icon} aria-hidden />
            {t.acts.bar}
          </MenuItem>
        ) : null}
        {deletes ? (
          // The staff states a reason instead, in a dialog of its own.
          <MenuItem danger onSelect={() => (own ? setAsking(true) : remove())}>
            <Trash2 className={ui.icon} aria-hidden />
            {t.acts.delete}
          </MenuItem>
        ) : null}
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t.confirm.title(floor)}
        text={t.confirm.text}
        action={t.confirm.action}
        busy={act.isPending}
        onConfirm={remove}
      />
    </>
  )
}
