import { ScanText, Undo2 } from 'lucide-react'
import { cn } from '@/lib/cn'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import type { Fill } from '../../model/detected'
import textButtonCss from '@/components/ui/text-button.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './detected-mark.module.css'

/** Says that a value was read from a file, where it stands there, and takes it back. */
export function DetectedMark({
  fill,
  label,
  disabled,
  onUndo,
}: {
  fill: Fill | undefined
  label: string
  disabled: boolean
  onUndo: () => void
}) {
  if (!fill) return null
  return (
    <span className={css.root}>
      <ScanText className={ui.icon14} aria-hidden />
      <span>{t.fromFile}</span>
      <span className={cn(css.mono, ui.clip)} title={fill.source}>
        {fill.source}
      </span>
      <button
        type="button"
        className={cn(ui.link, textButtonCss.root)}
        aria-label={t.undoFill(label)}
        title={t.undoFill(label)}
        disabled={disabled}
        onClick={onUndo}
      >
        <Undo2 className={ui.icon14} aria-hidden />
        {t.undo}
      </button>
    </span>
  )
}
