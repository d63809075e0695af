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
import { discussionText } from '@/lib/i18n/zh-Hans/discussion'
import { signIn } from '@/lib/links'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import ui from '@/components/ui/ui.module.css'

export type TextAct = 'hide' | 'restore' | 'lock' | 'unlock' | 'pin' | 'unpin'

const t = discussionText.acts
const icons: Record<TextAct, LucideIcon> = { hide: EyeOff, restore: Eye, lock: Lock, unlock: LockOpen, pin: Pin, unpin: PinOff }

/** What the viewer may do with a text besides copying its link. */
export type TextRights = {
  floor: number
  own: boolean
  edits: boolean
  deletes: boolean
  acts: readonly TextAct[]
  history: boolean
  reports: boolean
  onEdit: () => void
  onHistory: () => void
  /** Bars the author; given where the viewer may. */
  onBar?: (() => void) | undefined
}

type TextMenuProps = TextRights & {
  label: string
  /** The address of the text, and that of a report of it. */
  href: string
  report: Address
  busy: boolean
  confirm: { title: string; text: string; action: string }
  onAct: (act: TextAct) => void
  /** Deletes the text, and then calls what it is given. */
  onDelete: (done: () => void) => void
}

/** What can be done with a text, under a button. */
export function TextMenu({ label, href, report, busy, confirm, onAct, onDelete, ...text }: TextMenuProps) {
  const viewer = useSession()
  const [asking, setAsking] = useState(false)
  const copy = () => {
    const link = location.origin + href
    void copyText(link).then((done) => {
      if (done) toast(t.copied, link)
    })
  }
  const remove = () => onDelete(() => setAsking(false))
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton label={label} size="sm" kind="quiet" loading={busy && !asking}>
            <Ellipsis className={ui.icon} aria-hidden />
          </IconButton>
        }
      >
        {text.edits ? (
          <MenuItem onSelect={text.onEdit}>
            <Pencil className={ui.icon} aria-hidden />
            {t.edit}
          </MenuItem>
        ) : null}
        {text.history ? (
          <MenuItem onSelect={text.onHistory}>
            <History className={ui.icon} aria-hidden />
            {t.history}
          </MenuItem>
        ) : null}
        <MenuItem onSelect={copy}>
          <Link2 className={ui.icon} aria-hidden />
          {t.copy}
        </MenuItem>
        {text.reports ? (
          <MenuItem asChild>
            <PathLink {...(viewer ? report : signIn(hrefOf(report)))}>
              <Flag className={ui.icon} aria-hidden />
              {t.report}
            </PathLink>
          </MenuItem>
        ) : null}
        {text.acts.length > 0 || text.deletes || text.onBar ? <MenuLine /> : null}
        {text.acts.map((one) => {
          const Icon = icons[one]
          return (
            <MenuItem key={one} onSelect={() => onAct(one)}>
              <Icon className={ui.icon} aria-hidden />
              {t[one]}
            </MenuItem>
          )
        })}
        {text.onBar ? (
          <MenuItem onSelect={text.onBar}>
            <Ban className={ui.icon} aria-hidden />
            {t.bar}
          </MenuItem>
        ) : null}
        {text.deletes ? (
          // The staff states a reason instead, in a dialog of its own.
          <MenuItem danger onSelect={() => (text.own ? setAsking(true) : remove())}>
            <Trash2 className={ui.icon} aria-hidden />
            {t.delete}
          </MenuItem>
        ) : null}
      </Menu>
      <ConfirmDialog open={asking} onOpenChange={setAsking} {...confirm} busy={busy} onConfirm={remove} />
    </>
  )
}
