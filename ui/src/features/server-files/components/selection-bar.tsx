import { X } from 'lucide-react'
import { Button, IconButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/dropdown-menu'
import type { FileItem } from '@/lib/hosting/file-types'
import { serverFilesText as t } from '@/lib/i18n/zh-Hans/server-files'
import { actionsFor, type ActionKey } from '../actions'
import { usePlace } from '../context'
import { ActionItems } from './action-items'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

type SelectionBarProps = { items: readonly FileItem[]; onRun: (key: ActionKey, items: readonly FileItem[]) => void; onClear: () => void }

/** How much is selected, and what can be done with it. On a phone the actions are in a menu. */
export function SelectionBar({ items, onRun, onClear }: SelectionBarProps) {
  const { refused } = usePlace()
  return (
    <div className={css.selection}>
      <b role="status">{t.selected(items.length)}</b>
      <span className={css.notSmall}>
        {actionsFor(items, refused).map(({ key, label, icon: Icon, refused: why, danger }) => (
          <Button
            key={key}
            size="xs"
            kind="quiet"
            danger={danger}
            disabled={why !== undefined}
            title={why}
            onClick={() => onRun(key, items)}
          >
            <Icon className={ui.icon14} aria-hidden />
            {label}
          </Button>
        ))}
      </span>
      <span className={css.onlySmall}>
        <Menu label={t.actionsOfMany(items.length)} trigger={<Button size="xs">{t.actions}</Button>}>
          <ActionItems items={items} onRun={onRun} />
        </Menu>
      </span>
      <IconButton className={ui.push ?? ''} size="xs" kind="quiet" label={t.clearSelection} onClick={onClear}>
        <X className={ui.icon14} aria-hidden />
      </IconButton>
    </div>
  )
}
