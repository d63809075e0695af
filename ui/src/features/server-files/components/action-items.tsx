import { MenuItem, MenuLine } from '@/components/ui/dropdown-menu'
import type { FileItem } from '@/lib/hosting/file-types'
import { actionsFor, type ActionKey } from '../actions'
import { usePlace } from '../context'
import ui from '@/components/ui/ui.module.css'

type ActionItemsProps = { items: readonly FileItem[]; onRun: (key: ActionKey, items: readonly FileItem[]) => void }

/** What can be done with entries, as items of a menu. What cannot be done says why. */
export function ActionItems({ items, onRun }: ActionItemsProps) {
  const { refused } = usePlace()
  return actionsFor(items, refused).map(({ key, label, icon: Icon, refused: why, danger }) => [
    danger ? <MenuLine key="line" /> : null,
    <MenuItem key={key} danger={danger ?? false} disabled={why !== undefined} onSelect={() => onRun(key, items)}>
      <Icon className={ui.icon} aria-hidden />
      <span>
        {label}
        {why === undefined ? null : <small className={ui.block}>{why}</small>}
      </span>
    </MenuItem>,
  ])
}
