import { useNavigate } from '@tanstack/react-router'
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
import { discussionText as t } from '@/lib/i18n/zh-Hans/discussion'
import { signIn } from '@/lib/links'
import { useSession } from '@/lib/session'
import { toast } from '@/stores/toasts'
import { useAct, type Act, type Discussion, type TextOf } from '../api'
import { floorHref } from '../model/floors'
import ui from '@/components/ui/ui.module.css'

const icons: Record<Exclude<Act, 'delete'>, LucideIcon> = {
  hide: EyeOff,
  restore: Eye,
  lock: Lock,
  unlock: LockOpen,
  pin: Pin,
  unpin: PinOff,
}

type ActsMenuProps = {
  of: TextOf
  discussion: Discussion
  floor: number
  own: boolean
  /** What the viewer may do besides copying the link. */
  edits: boolean
  deletes: boolean
  acts: readonly Exclude<Act, 'delete'>[]
  history: boolean
  reports: boolean
  onEdit: () => void
  onHistory: () => void
  /** Bars the author; given where the viewer may. */
  onBar?: (() => void) | undefined
}

/** What can be done with a text, under a button. */
export function ActsMenu({ of, discussion, floor, own, edits, deletes, acts, history, reports, onEdit, onHistory, onBar }: ActsMenuProps) {
  const act = useAct(of)
  const navigate = useNavigate()
  const viewer = useSession()
  const report = {
    to: '/report',
    search: { itemType: of.post === undefined ? 'discussion' : 'post', itemId: of.post ?? discussion.id },
  } as const satisfies Address
  const [asking, setAsking] = useState(false)
  const asStaff = !own
  // Pins need no reason, nor does a team that shows again what it has hidden.
  const explains = (one: Act) => asStaff && one !== 'pin' && one !== 'unpin' && (one !== 'restore' || Boolean(discussion.can?.moderate))
  const copy = () => {
    const link = location.origin + floorHref(discussion, floor)
    void copyText(link).then((done) => {
      if (done) toast(t.acts.copied, link)
    })
  }
  const remove = () =>
    act.mutate(
      { act: 'delete', asStaff },
      {
        onSuccess: () => {
          setAsking(false)
          // The board of a project says by itself that it has no discussion.
          if (of.post === undefined && discussion.last_floor === 0 && !discussion.project)
            void navigate({ href: `/forums/${discussion.category}` })
        },
      },
    )
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
        {edits ? (
          <MenuItem onSelect={onEdit}>
            <Pencil className={ui.icon} aria-hidden />
            {t.acts.edit}
          </MenuItem>
        ) : null}
        {history ? (
          <MenuItem onSelect={onHistory}>
            <History className={ui.icon} aria-hidden />
            {t.acts.history}
          </MenuItem>
        ) : null}
        <MenuItem onSelect={copy}>
          <Link2 className={ui.icon} aria-hidden />
          {t.acts.copy}
        </MenuItem>
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
          return (
            <MenuItem key={one} onSelect={() => act.mutate({ act: one, asStaff: explains(one) })}>
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
        title={floor === 0 ? t.confirm.discussion : t.confirm.post(floor)}
        text={floor === 0 ? t.confirm.discussionText : t.confirm.postText}
        action={t.confirm.action}
        busy={act.isPending}
        onConfirm={remove}
      />
    </>
  )
}
