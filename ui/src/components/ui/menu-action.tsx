import type { LucideIcon } from 'lucide-react'
import { cn } from '@/lib/cn'
import { MenuItem } from './dropdown-menu'
import ui from './ui.module.css'

type MenuActionProps = {
  /** Why it cannot be chosen. */
  why?: string | undefined
  icon: LucideIcon
  label: string
  danger?: boolean
  onSelect: () => void
}

/** An action of a menu, with the reason why it cannot be chosen. */
export function MenuAction({ why, icon: Icon, label, danger = false, onSelect }: MenuActionProps) {
  return (
    <MenuItem danger={danger} disabled={why !== undefined} onSelect={onSelect}>
      <Icon className={ui.icon} aria-hidden />
      <span>
        {label}
        {why ? <small className={cn(ui.small, ui.block)}>{why}</small> : null}
      </span>
    </MenuItem>
  )
}
